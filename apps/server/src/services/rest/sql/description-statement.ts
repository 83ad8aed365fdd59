import { NULL_TEXT } from './body.ts';
import { Parameters } from './parameters.ts';
import { RESPONSE_SETTINGS, type Statement } from './statement.ts';

/** Selects the relations and functions of a schema that the role may use. */
export function descriptionStatement(schema: string): Statement {
  const parameters = new Parameters();
  const namespace = `(select oid from pg_namespace where nspname = ${parameters.constant(schema)}::text)`;
  const relations = `
    select coalesce(json_agg(c.relname), '[]') from pg_class c
    where c.relnamespace = ${namespace} and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and (pg_has_role(c.relowner, 'usage')
        or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(c.oid, 'select, insert, update, references'))`;
  const routines = `
    select coalesce(json_agg(distinct p.proname), '[]') from pg_proc p
    where p.pronamespace = ${namespace} and has_function_privilege(p.oid, 'execute')`;
  const body = `json_build_object('relations', (${relations}), 'routines', (${routines}))::text`;
  const text = `select 1, null::int8, ${body}, ${RESPONSE_SETTINGS.join(', ')}, null::int8, ${NULL_TEXT}, null::bool`;
  return { text, sources: parameters.sources };
}
