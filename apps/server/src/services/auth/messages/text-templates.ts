import type { SmsChannel, TextMessage } from '../../../platform/sms/sms-gateway.ts';
import { describeDuration } from './describe-duration.ts';

/** A code on its way to a phone. */
export interface TextContents {
  readonly kind: 'text';
  /** Without its plus. */
  readonly to: string;
  readonly code: string;
  readonly channel: SmsChannel;
}

export interface TextFrame {
  /** Whose texts they are. */
  readonly name: string;
  readonly siteUrl: string;
  /** How long codes are valid. */
  readonly expiryS: number;
}

/** The last line lets a browser offer the code to this site alone (WebOTP's format). */
export function composeText({ to, code, channel }: TextContents, frame: TextFrame): TextMessage {
  const { host } = new URL(frame.siteUrl);
  const text =
    `${code} is your ${frame.name} code. It expires in ${describeDuration(frame.expiryS)}. ` +
    `Don't share it with anyone.\n\n@${host} #${code}`;
  return { to: `+${to}`, text, channel };
}
