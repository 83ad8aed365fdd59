import type { SmsChannel, TextMessage } from '../../../platform/sms/sms-gateway.ts';
import { describeDuration } from './describe-duration.ts';

/** A code to send to a phone. */
export interface SmsContents {
  readonly kind: 'text';
  /** Without the leading plus. */
  readonly to: string;
  readonly code: string;
  readonly channel: SmsChannel;
}

export interface SmsTemplateSettings {
  /** The sender's name in texts. */
  readonly name: string;
  readonly siteUrl: string;
  /** The lifetime of codes. */
  readonly expiryS: number;
}

/** The last line has the format of WebOTP, so that browsers offer the code only to this site. */
export function composeSms(
  { to, code, channel }: SmsContents,
  settings: SmsTemplateSettings,
): TextMessage {
  const { host } = new URL(settings.siteUrl);
  const text =
    `${code} is your ${settings.name} code. It expires in ${describeDuration(settings.expiryS)}. ` +
    `Don't share it with anyone.\n\n@${host} #${code}`;
  return { to: `+${to}`, text, channel };
}
