import { z } from 'zod';
import { count, countBetween } from '../setting-fields.ts';

export const databaseVariables = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DB_POOL_SIZE: countBetween(8, 2_000).default(32),
  SLOW_QUERY_MS: count.default(500),
});

export interface DatabaseSettings {
  /** Null for the embedded Postgres. */
  readonly url: string | null;
  /** Connections of the whole server: all its services and all its processes together. */
  readonly poolSize: number;
  /** From which on a statement is logged as slow; 0 for never. */
  readonly slowQueryMs: number;
}

export function toDatabaseSettings(env: z.output<typeof databaseVariables>): DatabaseSettings {
  return {
    url: env.DATABASE_URL ?? null,
    poolSize: env.DB_POOL_SIZE,
    slowQueryMs: env.SLOW_QUERY_MS,
  };
}
