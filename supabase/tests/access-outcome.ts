import { tryAs, type Caller, type Sql } from './support.ts';

/**
 * `yes`: it succeeds; `none`: no error, but no row is read or changed; `no`: permission denied; otherwise the
 * SQLSTATE of the rule that refuses it.
 */
export type Outcome = 'yes' | 'none' | 'no' | '23505' | '23514' | 'PT409';

/** What a statement does for a caller. The statement is rolled back. */
export async function outcomeOf<Fixture>(
  sql: Sql,
  caller: Caller,
  statement: (sql: Sql, fixture: Fixture) => PromiseLike<readonly unknown[]>,
  fixture: Fixture,
): Promise<string> {
  try {
    const rows = await tryAs(sql, caller, (transaction) =>
      Promise.resolve(statement(transaction as unknown as Sql, fixture)),
    );
    return rows.length > 0 ? 'yes' : 'none';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === '42501' ? 'no' : (code ?? String(error));
  }
}
