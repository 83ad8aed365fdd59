import type { Caller } from '../../../platform/identity/caller.ts';
import { callerSettings, runBatch } from '../../../platform/database/caller-scope.ts';
import { negotiateRoot } from '../plan/negotiate.ts';
import { BASE_PATH } from '../request/incoming.ts';
import type { IncomingRequest, ParsedRequest } from '../request/request.ts';
import type { RunContext } from '../run.ts';
import { describeSchema, type Visible } from './openapi.ts';
import type { Answer } from './render.ts';

const VISIBLE = `
  select
    (select coalesce(json_agg(c.relname), '[]') from pg_class c
      where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p')
        and (has_table_privilege(c.oid, 'select, insert, update, delete')
          or has_any_column_privilege(c.oid, 'select, insert, update'))),
    (select coalesce(json_agg(distinct p.proname), '[]') from pg_proc p
      where p.pronamespace = n.oid and has_function_privilege(p.oid, 'execute'))
  from pg_namespace n where n.nspname = $1`;

/** What the caller's role may use in a schema. */
async function findVisible(schema: string, caller: Caller, context: RunContext): Promise<Visible> {
  const [rows] = await runBatch(context.pool, {
    access: 'read only',
    settings: callerSettings(caller),
    statements: [{ text: VISIBLE, parameters: [schema], scope: caller.role }],
    end: 'commit',
  });
  const names = (cell: Buffer | null | undefined) =>
    new Set(JSON.parse(cell?.toString('utf8') ?? '[]') as string[]);
  return { relations: names(rows?.[0]?.[0]), routines: names(rows?.[0]?.[1]) };
}

/**
 * The answer at the root: the schema's description.
 *
 * @throws RestError PGRST107
 */
export async function renderRoot(
  incoming: IncomingRequest,
  request: ParsedRequest,
  caller: Caller,
  context: RunContext,
): Promise<Answer> {
  negotiateRoot(request.accept);
  const visible = await findVisible(request.schema, caller, context);
  const { host = 'localhost', 'x-forwarded-proto': scheme = 'http' } = incoming.headers;
  const description = describeSchema(context.cache, request.schema, visible, {
    scheme,
    host,
    basePath: BASE_PATH,
  });
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/openapi+json; charset=utf-8',
      ...(request.saysSchema ? { 'Content-Profile': request.schema } : {}),
    },
    body: request.method === 'HEAD' ? null : JSON.stringify(description),
  };
}
