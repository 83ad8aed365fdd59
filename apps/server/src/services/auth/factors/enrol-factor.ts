import { randomUUID } from 'node:crypto';
import { hasVerifiedFactor } from '../accounts/user-row.ts';
import { findUserById, lockUser } from '../accounts/users.ts';
import { recordAct } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { ClientDetails } from '../sessions/client-details.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import { forgetAbandonedFactors, insertTotpFactor } from './factor-rows.ts';
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

/** Begins to set up an authenticator app; the factor counts once a code of it was entered. */
export function enrolTotpFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  { friendlyName, issuer, client }: EnrolmentRequest,
): Promise<Enrolment> {
  const session = sessionOf(signedIn);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const account = await lockUser(sql, signedIn.user.id);
    if (account === null) throw authErrors.userOfTokenNotFound();
    if (hasVerifiedFactor(account) && session.aal !== 'aal2') {
      throw authErrors.factorNeedsAal2(403, 'AAL2 required to enroll a new factor');
    }
    await forgetAbandonedFactors(sql, account.id, now);
    const user = (await findUserById(sql, account.id)) ?? account;
    if (user.factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
      throw authErrors.factorNameConflict(friendlyName);
    }
    if (user.factors.length >= auth.config.mfaMaxFactors) throw authErrors.tooManyFactors();

    const id = randomUUID();
    const label = user.email ?? user.phone ?? '';
    const key = createTotpKey(
      issuer ?? new URL(auth.config.siteUrl).host,
      label === '' ? user.id : label,
    );
    const secret = auth.factorSealer.seal(id, { secret: key.secret }).toString('base64');
    await insertTotpFactor(sql, { id, userId: user.id, friendlyName, secret }, now);
    const traits = { factor_id: id, factor_type: 'totp' };
    await recordAct(sql, { action: 'factor_in_progress', actor: user, traits, client, now });
    return { id, key };
  });
}
