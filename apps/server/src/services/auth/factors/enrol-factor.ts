import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { hasVerifiedFactor, type FactorRow, type UserRow } from '../accounts/user-row.ts';
import { findUserById, lockOwnAccount } from '../accounts/users.ts';
import { recordAct } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { ClientDetails } from '../sessions/client-details.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import {
  forgetAbandonedFactors,
  insertKeyFactor,
  insertPhoneFactor,
  insertTotpFactor,
} from './factor-rows.ts';
import { createTotpKey, type TotpKey } from './totp.ts';

export interface EnrolmentRequest {
  readonly friendlyName: string;
  /** Null: the host of the site. */
  readonly issuer: string | null;
  readonly client: ClientDetails;
}

export interface Enrolment {
  readonly id: string;
  readonly key: TotpKey;
}

/**
 * The account that is about to get another factor, locked.
 *
 * @throws AuthError insufficient_aal, mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 */
async function openEnrolment(
  auth: AuthContext,
  sql: postgres.TransactionSql,
  signedIn: SignedIn,
  friendlyName: string,
): Promise<UserRow> {
  const session = sessionOf(signedIn);
  const account = await lockOwnAccount(sql, signedIn.user.id);
  if (hasVerifiedFactor(account) && session.aal !== 'aal2') {
    throw authErrors.factorNeedsAal2(403, 'AAL2 required to enroll a new factor');
  }
  await forgetAbandonedFactors(sql, account.id, auth.clock.now());
  const user = (await findUserById(sql, account.id)) ?? account;
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    throw authErrors.factorNameConflict(friendlyName);
  }
  if (user.factors.length >= auth.config.mfaMaxFactors) throw authErrors.tooManyFactors();
  return user;
}

async function recordEnrolment(
  auth: AuthContext,
  sql: postgres.TransactionSql,
  user: UserRow,
  factor: { id: string; type: FactorRow['factor_type'] },
  client: ClientDetails,
): Promise<void> {
  const now = auth.clock.now();
  const traits = { factor_id: factor.id, factor_type: factor.type };
  await recordAct(sql, { action: 'factor_in_progress', actor: user, traits, client, now });
}

/** Begins to set up an authenticator app; the factor counts once a code of it was entered. */
export function enrolTotpFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  { friendlyName, issuer, client }: EnrolmentRequest,
): Promise<Enrolment> {
  return auth.sql.begin(async (sql) => {
    const user = await openEnrolment(auth, sql, signedIn, friendlyName);
    const id = randomUUID();
    const label = user.email ?? user.phone ?? '';
    const key = createTotpKey(
      issuer ?? new URL(auth.config.siteUrl).host,
      label === '' ? user.id : label,
    );
    const secret = auth.factorSealer.seal(id, { secret: key.secret }).toString('base64');
    const factor = { id, userId: user.id, friendlyName, secret };
    await insertTotpFactor(sql, factor, auth.clock.now());
    await recordEnrolment(auth, sql, user, { id, type: 'totp' }, client);
    return { id, key };
  });
}

/**
 * Begins to set up a phone that codes are sent to; it counts once one was entered.
 *
 * @param phone without its plus
 * @throws AuthError mfa_verified_factor_exists for a second one
 */
export function enrolPhoneFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  { friendlyName, phone, client }: Omit<EnrolmentRequest, 'issuer'> & { readonly phone: string },
): Promise<string> {
  return auth.sql.begin(async (sql) => {
    const user = await openEnrolment(auth, sql, signedIn, friendlyName);
    const isThereOne = user.factors.some(
      ({ factor_type: type, status }) => type === 'phone' && status === 'verified',
    );
    if (isThereOne) throw authErrors.phoneFactorExists();
    const id = randomUUID();
    await insertPhoneFactor(sql, { id, userId: user.id, friendlyName, phone }, auth.clock.now());
    await recordEnrolment(auth, sql, user, { id, type: 'phone' }, client);
    return id;
  });
}

/** Begins to set up a security key; the factor counts once it answered. */
export function enrolKeyFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  { friendlyName, client }: Omit<EnrolmentRequest, 'issuer'>,
): Promise<string> {
  return auth.sql.begin(async (sql) => {
    const user = await openEnrolment(auth, sql, signedIn, friendlyName);
    const id = randomUUID();
    await insertKeyFactor(sql, { id, userId: user.id, friendlyName }, auth.clock.now());
    await recordEnrolment(auth, sql, user, { id, type: 'webauthn' }, client);
    return id;
  });
}
