import type { Sql } from '../../../platform/database/connection.ts';
import type { LogRelation } from './log-message.ts';
import type { StoredColumn } from './stored-change.ts';

interface Described {
  readonly columns: readonly StoredColumn[];
  readonly keyColumns: readonly string[];
}

/** What the log does not tell of a table: the names of its types, and its primary key. */
export function createCatalog(sql: Sql) {
  const described = new Map<number, Promise<Described>>();

  async function describe({ oid, columns }: LogRelation): Promise<Described> {
    const typeOids = [...new Set(columns.map(({ typeOid }) => typeOid))].join(',');
    const types = await sql<{ oid: number; name: string; base: string }[]>`
      select t.oid, t.typname as name, coalesce(b.typname, t.typname) as base
      from pg_type as t left join pg_type as b on b.oid = nullif(t.typbasetype, 0)
      where t.oid = any (string_to_array(${typeOids}, ',')::oid[])`;
    const byOid = new Map(types.map((type) => [type.oid, type]));
    const keys = await sql<{ name: string }[]>`
      select a.attname as name
      from pg_index as i
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = ${oid}::oid and i.indisprimary order by a.attnum`;
    return {
      columns: columns.map(({ name, typeOid }) => {
        const type = byOid.get(typeOid);
        return { name, type: type?.name ?? 'text', baseType: type?.base ?? 'text' };
      }),
      keyColumns: keys.map(({ name }) => name),
    };
  }

  return {
    describe(relation: LogRelation): Promise<Described> {
      let found = described.get(relation.oid);
      if (found === undefined) {
        found = describe(relation);
        found.catch(() => described.delete(relation.oid));
        described.set(relation.oid, found);
      }
      return found;
    },
    /** The log names a table anew when it has changed. */
    forget({ oid }: LogRelation): void {
      described.delete(oid);
    },
  };
}
