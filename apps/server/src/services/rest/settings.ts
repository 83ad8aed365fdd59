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

/** How the data API is set up. */
export interface RestSettings {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  /** Most rows of one answer; 0 for no cap. */
  readonly maxRows: number;
  readonly planEnabled: boolean;
  readonly aggregatesEnabled: boolean;
  readonly txEnd: 'commit' | 'commit-allow-override' | 'rollback';
  /** A function that runs before every request, `name` or `schema.name`. */
  readonly preRequest: string | null;
  /** Longest body of one answer; 0 for no limit. */
  readonly maxResponseBytes: number;
}

/** The row cap as a number of rows, null when there is none. */
export function maxRowsOf(settings: RestSettings): number | null {
  return settings.maxRows === 0 ? null : settings.maxRows;
}

export function toRestSettings(env: z.output<typeof restVariables>): RestSettings {
  return {
    schemas: env.DB_SCHEMAS,
    extraSearchPath: env.DB_EXTRA_SEARCH_PATH,
    maxRows: env.DB_MAX_ROWS,
    planEnabled: env.DB_PLAN_ENABLED,
    aggregatesEnabled: env.DB_AGGREGATES_ENABLED,
    txEnd: env.DB_TX_END,
    preRequest: env.DB_PRE_REQUEST ?? null,
    maxResponseBytes: env.DB_MAX_RESPONSE_BYTES,
  };
}

export function maxResponseBytesOf(settings: RestSettings): number | null {
  return settings.maxResponseBytes === 0 ? null : settings.maxResponseBytes;
}
