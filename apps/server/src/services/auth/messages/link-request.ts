import type { JsonObject } from '../../../platform/json.ts';
import type { CodeChallenge } from '../flow-states/flow-states.ts';
import type { ClientDetails } from '../sessions/client-details.ts';

/** What a mail's link is asked for with. */
export interface LinkOptions {
  readonly client: ClientDetails;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

/** A request for a mail to an address, whoever it belongs to. */
export interface LinkRequest {
  readonly purpose: 'recovery' | 'sign-in' | 'confirmation' | 'email-change';
  readonly email: string;
  /** For signing in: the account that is made of an address nobody has; null: none is made. */
  readonly newAccount: { readonly data: JsonObject } | null;
  readonly options: LinkOptions;
}
