import { m } from '../../../paraglide/messages.js';
import type { SmsChannel, TextMessage } from '../../../platform/sms/sms-gateway.ts';
import { describeDuration } from './describe-duration.ts';
import { toLocale, type Locale } from './locale.ts';

/** A code to send to a phone. */
export interface SmsContents {
  readonly kind: 'text';
  /** Without the leading plus. */
  readonly to: string;
  readonly code: string;
  readonly channel: SmsChannel;
  /** Missing in messages that an earlier version of the server queued. */
  readonly locale?: Locale;
}

export interface SmsTemplateSettings {
  /** The sender's name in texts. */
  readonly name: string;
  readonly siteUrl: string;
  /** The lifetime of codes. */
  readonly expiryS: number;
}

/** The last line has the format of WebOTP, so that browsers offer the code only to this site. */
export function composeSms(contents: SmsContents, settings: SmsTemplateSettings): TextMessage {
  const { to, code, channel } = contents;
  const locale = toLocale(contents.locale);
  const { host } = new URL(settings.siteUrl);
  const duration = describeDuration(settings.expiryS, locale);
  const sentence = m.sms_code({ code, name: settings.name, duration }, { locale });
  return { to: `+${to}`, text: `${sentence}\n\n@${host} #${code}`, channel };
}
