import { z } from 'zod';
import { count, flag, list } from '../../platform/setting-fields.ts';

export const restVariables = z.object({
  DB_SCHEMAS: list
    .refine((schemas) => schemas.length > 0, 'must name a schema')
    .default(['public']),
  DB_EXTRA_SEARCH_PATH: list.default(['public', 'extensions']),
  DB_MAX_ROWS: count.default(1000),
  DB_PLAN_ENABLED: flag.default(false),
  DB_AGGREGATES_ENABLED: flag.default(true),
  DB_PRE_REQUEST: z.string().optional(),
  DB_MAX_RESPONSE_BYTES: count.default(10_000_000),
  DB_TX_END: z.enum(['commit', 'commit-allow-override', 'rollback']).default('commit'),
});

export function toRestSettings(env: z.output<typeof restVariables>) {
  return {
    /** The exposed schemas. The first one is the default. */
    schemas: env.DB_SCHEMAS,
    extraSearchPath: env.DB_EXTRA_SEARCH_PATH,
    /** The maximum number of rows in a response; null for no limit. */
    maxRows: env.DB_MAX_ROWS === 0 ? null : env.DB_MAX_ROWS,
    planEnabled: env.DB_PLAN_ENABLED,
    aggregatesEnabled: env.DB_AGGREGATES_ENABLED,
    txEnd: env.DB_TX_END,
    /** A function that runs before every request: `name` or `schema.name`. */
    preRequest: env.DB_PRE_REQUEST ?? null,
    /** The maximum size of a response body; null for no limit. */
    maxResponseBytes: env.DB_MAX_RESPONSE_BYTES === 0 ? null : env.DB_MAX_RESPONSE_BYTES,
  };
}

export type RestSettings = Readonly<ReturnType<typeof toRestSettings>>;
