import type { Sql } from '../../../platform/database/connection.ts';
import type { LogRelation } from './log-message.ts';
import type { StoredColumn } from './stored-change.ts';

interface TableDescription {
  readonly columns: readonly StoredColumn[];
  readonly keyColumns: readonly string[];
}

/** Type names and primary keys of tables, which the log does not contain. */
export function createTableDescriptions(sql: Sql) {
  const byOid = new Map<number, Promise<TableDescription>>();

  async function describe({ oid, columns }: LogRelation): Promise<TableDescription> {
    const typeOids = [...new Set(columns.map(({ typeOid }) => typeOid))].join(',');
    const types = await sql<{ oid: number; name: string; base: string }[]>`
      select t.oid, t.typname as name, coalesce(b.typname, t.typname) as base
      from pg_type as t left join pg_type as b on b.oid = nullif(t.typbasetype, 0)
      where t.oid = any (string_to_array(${typeOids}, ',')::oid[])`;
    const typeByOid = new Map(types.map((type) => [type.oid, type]));
    const keys = await sql<{ name: string }[]>`
      select a.attname as name
      from pg_index as i
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = ${oid}::oid and i.indisprimary order by a.attnum`;
    return {
      columns: columns.map(({ name, typeOid }) => {
        const type = typeByOid.get(typeOid);
        return { name, type: type?.name ?? 'text', baseType: type?.base ?? 'text' };
      }),
      keyColumns: keys.map(({ name }) => name),
    };
  }

  return {
    describe(relation: LogRelation): Promise<TableDescription> {
      let found = byOid.get(relation.oid);
      if (found === undefined) {
        found = describe(relation);
        found.catch(() => byOid.delete(relation.oid));
        byOid.set(relation.oid, found);
      }
      return found;
    },
    /** Called for each relation message, which the log repeats when the table changes. */
    forget({ oid }: LogRelation): void {
      byOid.delete(oid);
    },
  };
}
