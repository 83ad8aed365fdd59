import { z } from 'zod';
import { count, countBetween } from '../setting-fields.ts';

export const databaseVariables = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DB_PORT: countBetween(1, 65_535).optional(),
  DB_POOL_SIZE: countBetween(1, 10_000).optional(),
  SLOW_QUERY_MS: count.default(500),
});

/** Enough for statements of one process that wait for locks, and for each further process. */
const DEFAULT_POOL_SIZE = 52;
const DEFAULT_POOL_SIZE_PER_PROCESS = 30;

export function toDatabaseSettings(
  env: z.output<typeof databaseVariables>,
  { workers }: { readonly workers: number },
) {
  return {
    /** Null for the embedded Postgres. */
    url: env.DATABASE_URL ?? null,
    /** The port of the embedded Postgres; null for any free port. */
    embeddedPort: env.DB_PORT ?? null,
    /** The connections of the whole server: of all services in all processes. */
    poolSize:
      env.DB_POOL_SIZE ?? Math.max(DEFAULT_POOL_SIZE, DEFAULT_POOL_SIZE_PER_PROCESS * workers),
    /** Statements of at least this duration are logged; 0 for none. */
    slowQueryMs: env.SLOW_QUERY_MS,
  };
}
