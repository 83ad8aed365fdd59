import type { JsonObject } from '../../../platform/json.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import type { ClientDetails } from '../client-details.ts';

/** What a mail's link is asked for with. */
export interface LinkOptions {
  readonly client: ClientDetails;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

/** A request for a mail to an address, with or without an account. */
export interface LinkRequest {
  readonly purpose: 'recovery' | 'sign-in' | 'confirmation' | 'email-change';
  readonly email: string;
  /** For signing in: the account to create for an unknown address; null to create none. */
  readonly newAccount: { readonly data: JsonObject } | null;
  readonly options: LinkOptions;
}
