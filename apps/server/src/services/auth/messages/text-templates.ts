import type { SmsChannel, TextMessage } from '../../../platform/sms/sms-gateway.ts';
import { describeDuration } from './describe-duration.ts';

/** A code that is sent to a phone. */
export interface TextContents {
  readonly kind: 'text';
  /** Without the leading plus. */
  readonly to: string;
  readonly code: string;
  readonly channel: SmsChannel;
}

export interface TextFrame {
  /** The site of the text messages. */
  readonly name: string;
  readonly siteUrl: string;
  /** The lifetime of codes. */
  readonly expiryS: number;
}

/** With the last line, a browser offers the code to this site only (WebOTP format). */
export function composeText({ to, code, channel }: TextContents, frame: TextFrame): TextMessage {
  const { host } = new URL(frame.siteUrl);
  const text =
    `${code} is your ${frame.name} code. It expires in ${describeDuration(frame.expiryS)}. ` +
    `Don't share it with anyone.\n\n@${host} #${code}`;
  return { to: `+${to}`, text, channel };
}
