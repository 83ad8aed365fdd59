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
    /** Exposed schemas; the first is the default. */
    schemas: env.DB_SCHEMAS,
    extraSearchPath: env.DB_EXTRA_SEARCH_PATH,
    /** Most rows of one answer; null for no cap. */
    maxRows: env.DB_MAX_ROWS === 0 ? null : env.DB_MAX_ROWS,
    planEnabled: env.DB_PLAN_ENABLED,
    aggregatesEnabled: env.DB_AGGREGATES_ENABLED,
    txEnd: env.DB_TX_END,
    /** A function that runs before every request, `name` or `schema.name`. */
    preRequest: env.DB_PRE_REQUEST ?? null,
    /** Longest body of one answer; null for no limit. */
    maxResponseBytes: env.DB_MAX_RESPONSE_BYTES === 0 ? null : env.DB_MAX_RESPONSE_BYTES,
  };
}

/** How the data API is set up. */
export type RestSettings = Readonly<ReturnType<typeof toRestSettings>>;
