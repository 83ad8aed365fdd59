import type { MutationPlan } from '../plan/mutation-plan.ts';
import type { ReadPlan } from '../plan/read-plan.ts';
import { quoteIdentifier } from '../sql-text.ts';
import { bodySql, NULL_TEXT } from './body.ts';
import { mutationSql, UPDATED_COUNT } from './mutate.ts';
import { Parameters } from './parameters.ts';
import { readSql } from './read.ts';
import { returnedColumns } from './returned-columns.ts';
import { assemble, budgetOf, type Statement, type StatementOptions } from './statement.ts';

/** The primary key of a single written row, for the `Location` header. */
function locationSql(primaryKey: readonly string[], parameters: Parameters): string {
  const pairs = primaryKey.map((name) => {
    const value = `src.${quoteIdentifier(name)}::text`;
    const key = parameters.constant(name);
    return `${key}::text, coalesce('eq.' || ${value}, 'is.null')`;
  });
  return `case when count(*) = 1 then (select json_build_array(${pairs.join(', ')})::text from src limit 1) end`;
}

function isUpsert(mutation: MutationPlan): boolean {
  return mutation.kind === 'insert' && mutation.conflict?.resolution === 'merge-duplicates';
}

/** A mutation, and a read of the written rows. */
export function mutationStatement(
  mutation: MutationPlan,
  plan: ReadPlan,
  options: StatementOptions & { readonly withLocation: boolean },
): Statement {
  const parameters = new Parameters();
  const { relation } = mutation;
  const key = options.withLocation ? relation.primaryKey : [];
  const nothing = { ...plan, columns: [], embeds: [], where: [], order: [] };
  const read = options.withBody ? plan : nothing;
  const returned = returnedColumns(read, relation, key);
  const source = { from: 'src as t0', rowColumn: returned.rowColumn };
  const write = mutationSql(mutation, returned, parameters);
  const rows = { ...read, range: { limit: null, offset: null } };
  const query = readSql(rows, source, parameters, null, budgetOf(options));
  return assemble(
    {
      prefix: `with src as (${write}) `,
      query,
      total: 'null::int8',
      body: options.withBody ? bodySql(options.mediaType, 'q.*', query) : NULL_TEXT,
      inserted: isUpsert(mutation) ? `count(*) - ${UPDATED_COUNT}` : 'null::int8',
      location: key.length > 0 ? locationSql(key, parameters) : NULL_TEXT,
    },
    parameters,
    options,
  );
}
