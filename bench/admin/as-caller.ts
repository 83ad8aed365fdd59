import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';

/** Runs the statements with the role and the claims of a signed-in user, as the data API does. */
export async function asCaller<T>(
  sql: Sql,
  userId: string,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated', aal: 'aal1' });
  const headers = JSON.stringify({ 'x-forwarded-for': '203.0.113.9' });
  return sql.begin(async (transaction) => {
    await transaction`
      select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${claims}, true),
        set_config('request.headers', ${headers}, true)`;
    return run(transaction);
  });
}
