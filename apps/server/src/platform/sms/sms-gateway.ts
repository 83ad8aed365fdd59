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
   * False when the provider rejects the credentials. True when the provider does not respond, because
   * messages are retried.
   */
  acceptsCredentials(): Promise<boolean>;
}

/** Sends texts that the server writes. */
interface TextSender extends SmsProvider {
  readonly kind: 'texts';
  /** @throws Error when the provider rejects the message */
  send(message: TextMessage): Promise<void>;
}

/** A provider that creates, sends and verifies its own codes. */
interface CodeService extends SmsProvider {
  readonly kind: 'codes';
  /** @throws Error when the provider rejects the message */
  sendCode(to: string, channel: SmsChannel): Promise<void>;
  /** @throws Error when the provider does not respond */
  checkCode(to: string, code: string): Promise<boolean>;
}

/** The configured SMS provider. */
export type SmsGateway = TextSender | CodeService;
