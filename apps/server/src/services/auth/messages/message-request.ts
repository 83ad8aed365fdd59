import type { JsonObject } from '../../../platform/json.ts';
import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import type { Address } from '../accounts/address.ts';
import type { ClientDetails } from '../client-details.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';

/** The parameters of a request for an email link. */
export interface LinkOptions {
  readonly client: ClientDetails;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

interface EmailRecipient extends Address, LinkOptions {
  readonly kind: 'email';
}

interface PhoneRecipient extends Address {
  readonly kind: 'phone';
  readonly channel: SmsChannel;
  readonly client: ClientDetails;
}

/** An address, and the parameters of the message to it. */
export type Recipient = EmailRecipient | PhoneRecipient;

/** A request for a link or a code to an address, with or without an account. */
export interface MessageRequest {
  readonly purpose: 'sign-in' | 'confirmation' | 'recovery' | 'address-change';
  readonly to: Recipient;
  /** For sign-in: the account to create for an unknown address; null to create none. */
  readonly newAccount: { readonly data: JsonObject } | null;
}
