import type { Database } from '../connection.ts';

/** A table of a snapshot. Names are not quoted. */
export interface SnapshotTable {
  readonly schema: string;
  readonly name: string;
  /** In the order of `COPY`, without generated columns. */
  readonly columns: readonly string[];
}

export interface SnapshotSequence {
  readonly schema: string;
  readonly name: string;
  /** A bigint as decimal text. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** Excludes the system schemas, temporary tables, and objects that belong to an extension. */
const OWN_RELATIONS = `
  n.nspname !~ '^(pg_|information_schema$)'
  and c.relpersistence <> 't'
  and not exists (
    select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
  )`;

/** Ordinary tables and partitions, in a stable order. */
export async function listTables(sql: Database): Promise<SnapshotTable[]> {
  return sql.unsafe<SnapshotTable[]>(`
    select n.nspname as schema, c.relname as name,
      array_to_json(array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      )) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${OWN_RELATIONS}
    order by n.nspname collate "C", c.relname collate "C"`);
}

/** Sequences and their values. Sequences are not transactional, so they are read after the rows. */
export async function listSequences(sql: Database): Promise<SnapshotSequence[]> {
  const sequences = await sql.unsafe<{ schema: string; name: string }[]>(`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${OWN_RELATIONS}
    order by n.nspname collate "C", c.relname collate "C"`);
  const withValues: SnapshotSequence[] = [];
  for (const { schema, name } of sequences) {
    const [row] = await sql<{ last_value: string; is_called: boolean }[]>`
      select last_value::text, is_called from ${sql(schema)}.${sql(name)}`;
    if (row) withValues.push({ schema, name, lastValue: row.last_value, isCalled: row.is_called });
  }
  return withValues;
}
