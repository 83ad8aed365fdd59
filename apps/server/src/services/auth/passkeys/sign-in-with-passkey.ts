import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isBanned } from '../accounts/user-row.ts';
import { lockOwnAccount } from '../accounts/users.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import {
  CHALLENGE_VALID_S,
  lockPasskey,
  storeChallenge,
  consumeChallenge,
  type PasskeyRow,
  type Question,
} from './passkey-rows.ts';
import { expectedOf, type RelyingParty } from './relying-party.ts';
import { loadWebAuthn } from '../web-authn.ts';

/** Creates the options for a sign-in with any credential of the site. The credential identifies the user. */
export async function beginPasskeySignIn(
  auth: AuthContext,
  party: RelyingParty,
): Promise<Question<PublicKeyCredentialRequestOptionsJSON>> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: CHALLENGE_VALID_S * 1000,
  });
  return storeChallenge(auth, null, options);
}

/** The device's new counter. If a device counts, a counter that does not grow belongs to a copy. */
async function verify(
  party: RelyingParty,
  passkey: PasskeyRow,
  challenge: string,
  response: AuthenticationResponseJSON,
): Promise<number> {
  const { userHandle } = response.response;
  const owner = Buffer.from(passkey.user_id).toString('base64url');
  if (userHandle !== undefined && userHandle !== owner) throw authErrors.passkeyRefused();
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...expectedOf(party, challenge),
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    throw authErrors.passkeyRefused(error);
  }
  throw authErrors.passkeyRefused();
}

interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: AuthenticationResponseJSON;
  readonly client: ClientDetails;
}

/**
 * Signs in with a passkey. A credential that requires user verification is two factors, so the session has
 * aal2.
 *
 * @throws AuthError webauthn_challenge_not_found, webauthn_verification_failed, user_banned
 */
export async function signInWithPasskey(
  auth: AuthContext,
  party: RelyingParty,
  { challengeId, response, client }: PasskeyAnswer,
): Promise<OpenSession> {
  const now = auth.clock.now();
  const challenge = await consumeChallenge(auth.sql, challengeId, null, now);
  if (challenge === null) throw authErrors.passkeyChallengeNotFound();
  return auth.sql.begin(async (sql) => {
    const passkey = await lockPasskey(sql, response.id);
    if (passkey === null) throw authErrors.passkeyRefused();
    const counter = await verify(party, passkey, challenge, response);
    const user = await lockOwnAccount(sql, passkey.user_id);
    if (isBanned(user, now)) throw authErrors.userOfTokenBanned();
    await sql`
      update backend_auth.passkeys set counter = ${counter}, last_used_at = ${now}
      where id = ${passkey.id}`;
    const given = { userId: user.id, method: 'passkey', aal: 'aal2', client, now } as const;
    return signIn(auth, sql, given);
  });
}
