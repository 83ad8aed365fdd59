import { randomUUID } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { requireAal2, sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import {
  CHALLENGE_VALID_S,
  listPasskeys,
  storeChallenge,
  consumeChallenge,
  type PasskeyRow,
  type Question,
} from './passkey-rows.ts';
import { createRegistrationOptions } from './registration-options.ts';
import { expectedOf, type RelyingParty } from './relying-party.ts';
import { loadWebAuthn } from '../web-authn.ts';

/** Creates the options for a discoverable credential of a signed-in user. */
export async function beginRegistration(
  auth: AuthContext,
  party: RelyingParty,
  signedIn: SignedIn,
): Promise<Question<PublicKeyCredentialCreationOptionsJSON>> {
  sessionOf(signedIn);
  requireAal2(signedIn);
  const { user } = signedIn;
  const known = await listPasskeys(auth.sql, user.id);
  if (known.length >= auth.config.mfaMaxFactors) throw authErrors.tooManyPasskeys();
  const options = await createRegistrationOptions(party, user, {
    known: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    validS: CHALLENGE_VALID_S,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return storeChallenge(auth, user.id, options);
}

async function verify(party: RelyingParty, challenge: string, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const result = await verifyRegistrationResponse({
      response,
      ...expectedOf(party, challenge),
      requireUserVerification: true,
    });
    if (result.verified) return result.registrationInfo.credential;
  } catch (error) {
    throw authErrors.passkeyRefused(error);
  }
  throw authErrors.passkeyRefused();
}

interface RegistrationAnswer {
  readonly challengeId: string;
  readonly response: RegistrationResponseJSON;
  readonly client: ClientDetails;
}

/** @throws AuthError webauthn_challenge_not_found, webauthn_verification_failed, webauthn_credential_exists */
export async function finishRegistration(
  auth: AuthContext,
  party: RelyingParty,
  signedIn: SignedIn,
  { challengeId, response, client }: RegistrationAnswer,
): Promise<PasskeyRow> {
  sessionOf(signedIn);
  requireAal2(signedIn);
  const userId = signedIn.user.id;
  const challenge = await consumeChallenge(auth.sql, challengeId, userId, auth.clock.now());
  if (challenge === null) throw authErrors.passkeyChallengeNotFound();
  const credential = await verify(party, challenge, response);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockSignedIn(sql, signedIn);
    // Counted under the lock, because several registrations can run at the same time.
    const known = await listPasskeys(sql, userId);
    if (known.length >= auth.config.mfaMaxFactors) throw authErrors.tooManyPasskeys();
    const [added] = await sql<PasskeyRow[]>`
      insert into backend_auth.passkeys
        (id, user_id, credential_id, public_key, counter, transports, created_at)
      values (${randomUUID()}, ${userId}, ${credential.id}, ${credential.publicKey},
        ${credential.counter}, ${sql.json(credential.transports ?? [])}, ${now})
      on conflict (credential_id) do nothing
      returning *`;
    if (added === undefined) throw authErrors.passkeyExists();
    await sendNotice(auth, sql, 'passkey_added', user, { now, client });
    const traits = { passkey_id: added.id };
    await recordAction(sql, { action: 'passkey_created', actor: user, traits, client, now });
    return added;
  });
}
