import { isBanned } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { openTokens } from './provider-tokens.ts';
import type { ProviderTokens } from './provider.ts';
import { finishFlow } from '../flow-states/flow-states.ts';

/** @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned */
export async function exchangeCode(
  auth: AuthContext,
  { authCode, verifier, client }: { authCode: string; verifier: string; client: ClientDetails },
): Promise<{ readonly session: OpenSession; readonly tokens: ProviderTokens }> {
  const now = auth.clock.now();
  // A separate transaction: the code is deleted whether it is right or wrong.
  const flow = await finishFlow(auth.sql, authCode, verifier, now);
  const { userId, method, sessionEndsAt: endsAt } = flow;
  const tokens = openTokens(auth.providerSealer, flow.id, flow);
  return auth.sql.begin(async (sql) => {
    const session = await signIn(auth, sql, { userId, method, client, now, endsAt });
    if (isBanned(session.user, now)) throw authErrors.userBanned();
    return { session, tokens };
  });
}
