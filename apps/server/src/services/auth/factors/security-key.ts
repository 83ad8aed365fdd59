import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { UserRow } from '../accounts/user-row.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { createRegistrationOptions } from '../passkeys/registration-options.ts';
import { expectedOf, type RelyingParty } from '../passkeys/relying-party.ts';
import { CHALLENGE_VALID_S, type StoredFactor } from './factor-rows.ts';
import {
  findKey,
  findKeyChallenge,
  listKeys,
  storeKeyChallenge,
  storeKey,
  storeKeyCounter,
} from './security-key-rows.ts';
import { loadWebAuthn } from '../web-authn.ts';

/** The response of a browser: a registration or an authentication. */
export type KeyResponse = RegistrationResponseJSON | AuthenticationResponseJSON;

/** The options for the browser, in the format of auth-js. */
export type KeyOptions =
  | {
      readonly type: 'create';
      readonly credential_options: { readonly publicKey: PublicKeyCredentialCreationOptionsJSON };
    }
  | {
      readonly type: 'request';
      readonly credential_options: { readonly publicKey: PublicKeyCredentialRequestOptionsJSON };
    };

/**
 * The password was the first factor, so possession of the key is enough. Many keys cannot verify their user.
 */
const USER_VERIFICATION = 'preferred';

/** Registers a key while the factor has none. After that, requests a signature of its key. */
async function makeQuestion(
  sql: Database,
  party: RelyingParty,
  user: UserRow,
  factor: StoredFactor,
): Promise<KeyOptions> {
  const key = factor.status === 'verified' ? await findKey(sql, factor.id) : null;
  if (key !== null) {
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const publicKey = await generateAuthenticationOptions({
      rpID: party.id,
      userVerification: USER_VERIFICATION,
      timeout: CHALLENGE_VALID_S * 1000,
      allowCredentials: [{ id: key.credentialId, transports: [...key.transports] }],
    });
    return { type: 'request', credential_options: { publicKey } };
  }
  const known = await listKeys(sql, user.id);
  const publicKey = await createRegistrationOptions(party, user, {
    known: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    validS: CHALLENGE_VALID_S,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: USER_VERIFICATION },
  });
  return { type: 'create', credential_options: { publicKey } };
}

/** The stored options of a challenge. */
export async function createKeyOptions(
  sql: Database,
  party: RelyingParty,
  user: UserRow,
  { factor, challengeId }: { readonly factor: StoredFactor; readonly challengeId: string },
): Promise<KeyOptions> {
  const question = await makeQuestion(sql, party, user, factor);
  const { challenge } = question.credential_options.publicKey;
  await storeKeyChallenge(sql, challengeId, { challenge, type: question.type });
  return question;
}

function isNewKey(response: KeyResponse): response is RegistrationResponseJSON {
  return 'attestationObject' in response.response;
}

/**
 * Verifies the response of a security key. The first response stores the key, each later one its counter. A
 * counter that does not grow belongs to a copy of the key.
 *
 * @throws Error of the library for an invalid response
 */
async function check(
  sql: Database,
  party: RelyingParty,
  { id: factorId }: StoredFactor,
  { challengeId, response }: { readonly challengeId: string; readonly response: KeyResponse },
): Promise<boolean> {
  const keyChallenge = await findKeyChallenge(sql, challengeId);
  if (keyChallenge === null || (keyChallenge.type === 'create') !== isNewKey(response))
    return false;
  const key = await findKey(sql, factorId);
  const library = await loadWebAuthn();
  const expected = { ...expectedOf(party, keyChallenge.challenge), requireUserVerification: false };
  if (isNewKey(response)) {
    if (key !== null) return false;
    const result = await library.verifyRegistrationResponse({ response: response, ...expected });
    if (!result.verified) return false;
    const { credential, aaguid, userVerified } = result.registrationInfo;
    const made = { ...credential, aaguid, userVerified, transports: credential.transports ?? [] };
    return storeKey(sql, factorId, made);
  }
  if (key?.credentialId !== response.id) return false;
  const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
    response: response,
    ...expected,
    credential: {
      id: key.credentialId,
      publicKey: key.publicKey,
      counter: key.counter,
      transports: [...key.transports],
    },
  });
  if (!verified) return false;
  await storeKeyCounter(sql, factorId, authenticationInfo.newCounter);
  return true;
}

/** Whether the response of a security key is valid. Any other data counts as a wrong response. */
export async function verifyKeyResponse(
  sql: Database,
  party: RelyingParty,
  factor: StoredFactor,
  attempt: { readonly challengeId: string; readonly response: KeyResponse },
): Promise<boolean> {
  try {
    return await check(sql, party, factor, attempt);
  } catch (error) {
    // An error of the database ends the transaction and does not concern the key.
    if (error instanceof Error && 'severity' in error) throw error;
    return false;
  }
}
