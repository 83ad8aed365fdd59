import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientDetails } from '../client-details.ts';
import { endSessions, type LogoutScope } from './sessions.ts';
import type { SignedIn } from './signed-in.ts';

export async function logOut(
  auth: AuthContext,
  { user, session }: SignedIn,
  scope: LogoutScope,
  client: ClientDetails,
): Promise<void> {
  await auth.sql.begin(async (sql) => {
    await endSessions(sql, user.id, session?.id ?? null, scope);
    const now = auth.clock.now();
    await recordAction(sql, { action: 'logout', actor: user, traits: { scope }, client, now });
  });
}
