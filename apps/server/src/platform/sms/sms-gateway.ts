export const SMS_CHANNELS = ['sms', 'whatsapp'] as const;
export type SmsChannel = (typeof SMS_CHANNELS)[number];

export interface TextMessage {
  /** In E.164, with its plus. */
  readonly to: string;
  readonly text: string;
  readonly channel: SmsChannel;
}

interface SmsProvider {
  /**
   * False: the provider refuses our credentials, so no text can be sent. True where it does not
   * answer, because a message is sent again until it does.
   */
  acceptsCredentials(): Promise<boolean>;
}

/** Delivers texts that are written here. */
interface TextSender extends SmsProvider {
  readonly kind: 'texts';
  /** @throws Error when the provider does not take it */
  send(message: TextMessage): Promise<void>;
}

/** Makes codes, writes the texts around them and checks them, all by itself. */
interface CodeService extends SmsProvider {
  readonly kind: 'codes';
  /** @throws Error when the provider does not take it */
  sendCode(to: string, channel: SmsChannel): Promise<void>;
  /** @throws Error when the provider does not answer */
  checkCode(to: string, code: string): Promise<boolean>;
}

/** How phones are reached. */
export type SmsGateway = TextSender | CodeService;
