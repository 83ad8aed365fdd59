import type {
  AuthenticatorSelectionCriteria,
  PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server';
import { labelOf, type UserRow } from '../accounts/user-row.ts';
import type { RelyingParty } from './relying-party.ts';
import { loadWebAuthn } from '../web-authn.ts';

interface RegistrationRequest {
  /** Passkeys of the user, which the authenticator must not register again. */
  readonly known: readonly { readonly id: string; readonly transports: readonly string[] }[];
  readonly validS: number;
  readonly authenticatorSelection: AuthenticatorSelectionCriteria;
}

/** The options for a browser to create a credential. */
export async function createRegistrationOptions(
  party: RelyingParty,
  user: Pick<UserRow, 'id' | 'email' | 'phone'>,
  { known, validS, authenticatorSelection }: RegistrationRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const label = labelOf(user);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: label,
    userDisplayName: label,
    timeout: validS * 1000,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection,
  });
}
