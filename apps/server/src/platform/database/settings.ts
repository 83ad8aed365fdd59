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

/** Room for the waits of one process, and for every process to do its part. */
const USUAL_POOL_SIZE = 45;
const USUAL_POOL_SIZE_PER_PROCESS = 30;

export function toDatabaseSettings(
  env: z.output<typeof databaseVariables>,
  { workers }: { readonly workers: number },
) {
  return {
    /** Null for the embedded Postgres. */
    url: env.DATABASE_URL ?? null,
    /** Where the embedded Postgres listens; null for any port that is free. */
    embeddedPort: env.DB_PORT ?? null,
    /** Connections of the whole server: all its services and all its processes together. */
    poolSize: env.DB_POOL_SIZE ?? Math.max(USUAL_POOL_SIZE, USUAL_POOL_SIZE_PER_PROCESS * workers),
    /** From which on a statement is logged as slow; 0 for never. */
    slowQueryMs: env.SLOW_QUERY_MS,
  };
}
