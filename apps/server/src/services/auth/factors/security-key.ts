import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { UserRow } from '../accounts/user-row.ts';
import type { Database } from '../database.ts';
import { makeRegistrationOptions } from '../passkeys/registration-options.ts';
import { expectedOf, type RelyingParty } from '../passkeys/relying-party.ts';
import { CHALLENGE_VALID_S, type StoredFactor } from './factor-rows.ts';
import {
  findKey,
  findKeyChallenge,
  listKeys,
  rememberKeyChallenge,
  storeKey,
  storeKeyCounter,
} from './security-key-rows.ts';
import { loadWebAuthn } from '../web-authn.ts';

/** What a browser answers, for a key that is new or for one that is there. */
export type KeyAnswer = RegistrationResponseJSON | AuthenticationResponseJSON;

/** What a browser is to ask a security key, in the shape that auth-js takes. */
export type KeyQuestion =
  | {
      readonly type: 'create';
      readonly credential_options: { readonly publicKey: PublicKeyCredentialCreationOptionsJSON };
    }
  | {
      readonly type: 'request';
      readonly credential_options: { readonly publicKey: PublicKeyCredentialRequestOptionsJSON };
    };

/** The password was the first factor, so having the key is enough; many have no way to know their owner. */
const USER_VERIFICATION = 'preferred';

/** Asks for a new key while the factor has none, and for a signature of its key from then on. */
async function makeQuestion(
  sql: Database,
  party: RelyingParty,
  user: UserRow,
  factor: StoredFactor,
): Promise<KeyQuestion> {
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
  const publicKey = await makeRegistrationOptions(party, user, {
    known: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    validS: CHALLENGE_VALID_S,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: USER_VERIFICATION },
  });
  return { type: 'create', credential_options: { publicKey } };
}

/** A question to a security key, kept with the challenge that it belongs to. */
export async function askKey(
  sql: Database,
  party: RelyingParty,
  user: UserRow,
  { factor, challengeId }: { readonly factor: StoredFactor; readonly challengeId: string },
): Promise<KeyQuestion> {
  const question = await makeQuestion(sql, party, user, factor);
  const { challenge } = question.credential_options.publicKey;
  await rememberKeyChallenge(sql, challengeId, { challenge, type: question.type });
  return question;
}

function isNewKey(answer: KeyAnswer): answer is RegistrationResponseJSON {
  return 'attestationObject' in answer.response;
}

/**
 * Whether a security key answered what it was asked. The first answer stores the
 * key, each later one its counter: one that does not grow was copied.
 *
 * @throws Error of the library for an answer that is not right
 */
async function check(
  sql: Database,
  party: RelyingParty,
  { id: factorId }: StoredFactor,
  { challengeId, answer }: { readonly challengeId: string; readonly answer: KeyAnswer },
): Promise<boolean> {
  const asked = await findKeyChallenge(sql, challengeId);
  if (asked === null || (asked.type === 'create') !== isNewKey(answer)) return false;
  const key = await findKey(sql, factorId);
  const library = await loadWebAuthn();
  const expected = { ...expectedOf(party, asked.challenge), requireUserVerification: false };
  if (isNewKey(answer)) {
    if (key !== null) return false;
    const result = await library.verifyRegistrationResponse({ response: answer, ...expected });
    if (!result.verified) return false;
    const { credential, aaguid, userVerified } = result.registrationInfo;
    const made = { ...credential, aaguid, userVerified, transports: credential.transports ?? [] };
    return storeKey(sql, factorId, made);
  }
  if (key?.credentialId !== answer.id) return false;
  const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
    response: answer,
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

/** Whether a security key answered what it was asked; whatever else was sent is a wrong answer. */
export async function isRightKey(
  sql: Database,
  party: RelyingParty,
  factor: StoredFactor,
  attempt: { readonly challengeId: string; readonly answer: KeyAnswer },
): Promise<boolean> {
  try {
    return await check(sql, party, factor, attempt);
  } catch (error) {
    // A failure of the database ends the transaction, and is no word about the key.
    if (error instanceof Error && 'severity' in error) throw error;
    return false;
  }
}
