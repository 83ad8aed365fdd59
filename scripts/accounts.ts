import {
  withConnection,
  type ConnectionSettings,
  type Sql,
} from '@beaconpay/server/platform/database/connection';

/** @param email the address of an account, or its id */
async function withAccount<T>(
  connection: ConnectionSettings,
  email: string,
  work: (sql: Sql, userId: string) => Promise<T>,
): Promise<T> {
  return withConnection(connection, 'backend-accounts', async (sql) => {
    const name = email.trim().toLowerCase();
    const [account, ...others] = await sql<{ id: string }[]>`
      select id from auth.users
      where (lower(email) = ${name} or id::text = ${name}) and deleted_at is null order by id`;
    if (account === undefined) throw new Error(`There is no account with the address ${email}.`);
    // SSO users have separate accounts, so several accounts may have the same address.
    if (others.length > 0) {
      const ids = [account, ...others].map(({ id }) => id).join(', ');
      throw new Error(`Several accounts have the address ${email}. Name one by its id: ${ids}`);
    }
    return work(sql, account.id);
  });
}

/**
 * All data of one user, without secrets; the same as the user can download.
 *
 * @throws Error when there is no account with this address
 */
export async function exportAccount(
  connection: ConnectionSettings,
  email: string,
): Promise<unknown> {
  return withAccount(connection, email, async (sql, userId) => {
    const [row] = await sql<{ data: unknown }[]>`select private.account_data(${userId}) as data`;
    return row?.data;
  });
}

export interface AccountServer {
  /** The server's URL, `http://host:port`. */
  readonly url: string;
  readonly secretKey: string;
  readonly connection: ConnectionSettings;
}

/**
 * Soft-deletes one account: the user can no longer sign in and is no longer identifiable, while
 * amounts and decisions stay. Uses the auth service, which ends the user's sessions.
 *
 * @throws Error when there is no account with this address or the service refuses
 */
export async function deleteAccount(
  { url, secretKey, connection }: AccountServer,
  email: string,
): Promise<void> {
  const userId = await withAccount(connection, email, (_sql, id) => Promise.resolve(id));
  const response = await fetch(`${url}/auth/v1/admin/users/${userId}`, {
    method: 'DELETE',
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ should_soft_delete: true }),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as { msg?: string };
  throw new Error(`The account wasn't deleted: ${answer.msg ?? response.statusText}`);
}
