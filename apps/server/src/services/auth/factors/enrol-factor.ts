import type { Transaction } from '../../../platform/database/connection.ts';
import { randomUUID } from 'node:crypto';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import { hasVerifiedFactor, labelOf, type UserRow } from '../accounts/user-row.ts';
import { findUserById } from '../accounts/users.ts';
import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { ClientDetails } from '../client-details.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import { deleteUnverifiedFactors, insertFactor, type NewFactor } from './factor-rows.ts';
import { createTotpKey, type TotpKey } from './totp.ts';

interface EnrolmentRequest {
  readonly friendlyName: string;
  readonly client: ClientDetails;
}

/**
 * Locks the account for another factor.
 *
 * @throws AuthError insufficient_aal, mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 */
async function openEnrolment(
  auth: AuthContext,
  sql: Transaction,
  signedIn: SignedIn,
  friendlyName: string,
): Promise<UserRow> {
  const session = sessionOf(signedIn);
  const account = await lockSignedIn(sql, signedIn);
  if (hasVerifiedFactor(account) && session.aal !== 'aal2') {
    throw authErrors.factorNeedsAal2(403, 'AAL2 required to enroll a new factor');
  }
  await deleteUnverifiedFactors(sql, account.id, auth.clock.now());
  const user = (await findUserById(sql, account.id)) ?? account;
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    throw authErrors.factorNameConflict(friendlyName);
  }
  if (user.factors.length >= auth.config.mfaMaxFactors) throw authErrors.tooManyFactors();
  return user;
}

/** Adds an unverified factor. */
async function addFactor(
  auth: AuthContext,
  sql: Transaction,
  user: UserRow,
  factor: Omit<NewFactor, 'userId' | 'friendlyName'>,
  { friendlyName, client }: EnrolmentRequest,
): Promise<void> {
  const now = auth.clock.now();
  await insertFactor(sql, { ...factor, userId: user.id, friendlyName }, now);
  const traits = { factor_id: factor.id, factor_type: factor.factor_type };
  await recordAction(sql, { action: 'factor_in_progress', actor: user, traits, client, now });
}

/**
 * Enrols an authenticator app. The factor is unverified until a code is verified.
 *
 * @param issuer null: the host of the site
 */
export function enrolTotpFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  issuer: string | null,
  request: EnrolmentRequest,
): Promise<{ readonly id: string; readonly key: TotpKey }> {
  return auth.sql.begin(async (sql) => {
    const user = await openEnrolment(auth, sql, signedIn, request.friendlyName);
    const id = randomUUID();
    const key = createTotpKey(issuer ?? new URL(auth.config.siteUrl).host, labelOf(user));
    const secret = auth.factorSealer.seal(id, { secret: key.secret }).toString('base64');
    await addFactor(auth, sql, user, { id, factor_type: 'totp', secret }, request);
    return { id, key };
  });
}

/**
 * Enrols a phone. The factor is unverified until a code is verified.
 *
 * @param phone without the leading plus
 * @throws AuthError mfa_verified_factor_exists for a second one
 */
export function enrolPhoneFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  phone: string,
  request: EnrolmentRequest,
): Promise<string> {
  return auth.sql.begin(async (sql) => {
    const user = await openEnrolment(auth, sql, signedIn, request.friendlyName);
    const isThereOne = user.factors.some(
      ({ factor_type: type, status }) => type === 'phone' && status === 'verified',
    );
    if (isThereOne) throw authErrors.phoneFactorExists();
    const id = randomUUID();
    await addFactor(auth, sql, user, { id, factor_type: 'phone', phone }, request);
    return id;
  });
}

/** Enrols a security key. The factor is unverified until the key signs. */
export function enrolKeyFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  request: EnrolmentRequest,
): Promise<string> {
  return auth.sql.begin(async (sql) => {
    const user = await openEnrolment(auth, sql, signedIn, request.friendlyName);
    const id = randomUUID();
    await addFactor(auth, sql, user, { id, factor_type: 'webauthn' }, request);
    return id;
  });
}
