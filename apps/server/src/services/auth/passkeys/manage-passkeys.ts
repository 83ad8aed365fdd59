import type { JsonObject } from '../../../platform/json.ts';
import { lockUser } from '../accounts/users.ts';
import { OPERATOR, recordAction, type Actor } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import type { PasskeyRow } from './passkey-rows.ts';

export function viewPasskey(passkey: PasskeyRow): JsonObject {
  const { id, friendly_name: name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  return {
    id,
    ...(name === null ? {} : { friendly_name: name }),
    created_at: createdAt.toISOString(),
    ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt.toISOString() }),
  };
}

/** @throws AuthError passkey_not_found */
export async function renamePasskey(
  { sql }: AuthContext,
  userId: string,
  passkeyId: string,
  friendlyName: string,
): Promise<PasskeyRow> {
  const [renamed] = await sql<PasskeyRow[]>`
    update backend_auth.passkeys set friendly_name = ${friendlyName}
    where id = ${passkeyId} and user_id = ${userId} returning *`;
  if (renamed === undefined) throw authErrors.passkeyNotFound();
  return renamed;
}

interface PasskeyRemoval {
  readonly userId: string;
  readonly passkeyId: string;
  readonly actor: Actor;
  readonly client: ClientDetails;
}

/** @throws AuthError passkey_not_found */
export async function removePasskey(
  auth: AuthContext,
  { userId, passkeyId, actor, client }: PasskeyRemoval,
): Promise<void> {
  await auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const user = await lockUser(sql, userId);
    if (user === null) throw authErrors.userNotFound();
    const removed = await sql`
      delete from backend_auth.passkeys
      where id = ${passkeyId} and user_id = ${userId} returning 1`;
    if (removed.length === 0) throw authErrors.passkeyNotFound();
    await sendNotice(auth, sql, 'passkey_removed', user, {
      now,
      client: actor === OPERATOR ? null : client,
    });
    const traits = { passkey_id: passkeyId, user_id: userId };
    await recordAction(sql, { action: 'passkey_deleted', actor, traits, client, now });
  });
}
