import type { Database } from '../platform/database/connection.ts';

/**
 * Whether the server's migration has created a table. Else it belongs to an extension of this Postgres.
 *
 * @param table with its schema, such as `cron.job`
 * @param trigger a trigger that only the server's own table has
 */
export async function hasOwnTable(sql: Database, table: string, trigger: string): Promise<boolean> {
  const [row] = await sql<{ is_own: boolean }[]>`
    select exists (
      select from pg_trigger
      where tgrelid = to_regclass(${table}) and tgname = ${trigger} and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = tgrelid and deptype = 'e'
      )
    ) as is_own`;
  return row?.is_own === true;
}
