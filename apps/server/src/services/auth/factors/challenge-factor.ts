import { lockUser } from '../accounts/users.ts';
import { recordAct } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { ClientDetails } from '../sessions/client-details.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';
import { CHALLENGE_VALID_S, findFactor, insertChallenge } from './factor-rows.ts';

export interface IssuedChallenge {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly expiresAtS: number;
}

/** Begins the verification of a code. */
export function challengeFactor(
  auth: AuthContext,
  signedIn: SignedIn,
  factorId: string,
  client: ClientDetails,
): Promise<IssuedChallenge> {
  sessionOf(signedIn);
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockUser(sql, signedIn.user.id);
    if (user === null) throw authErrors.userOfTokenNotFound();
    const factor = await findFactor(sql, user.id, factorId);
    if (factor === null) throw authErrors.factorNotFound();
    const { id } = await insertChallenge(sql, factor.id, client.ip, now);
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await recordAct(sql, { action: 'challenge_created', actor: user, traits, client, now });
    const expiresAtS = Math.floor(now.getTime() / 1000) + CHALLENGE_VALID_S;
    return { id, type: factor.factor_type, expiresAtS };
  });
}
