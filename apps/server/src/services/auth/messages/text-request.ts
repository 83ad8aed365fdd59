import type { JsonObject } from '../../../platform/json.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import type { ClientDetails } from '../client-details.ts';

/** A request for a code to a phone, with or without an account. */
export interface TextRequest {
  readonly purpose: 'sign-in' | 'confirmation' | 'phone-change';
  /** Without its plus. */
  readonly phone: string;
  readonly channel: SmsChannel;
  /** For signing in: the account that is made of a number nobody has; null: none is made. */
  readonly newAccount: { readonly data: JsonObject } | null;
  readonly client: ClientDetails;
}
