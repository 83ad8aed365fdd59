import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** In CI, where a slow machine must be told from a broken product. */
const SECOND_TRY = { retry: process.env.CI === undefined ? 0 : 1 };

/** What waits for Postgres or for a process has the time that a slow, loaded machine needs. */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Every test that needs no browser. The database projects share one throw-away Postgres. */
export default defineConfig({
  test: {
    // Vitest leaves a core free, which of two is half; what waits for Postgres needs none.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'supabase/functions/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'scripts/**/*.database.test.ts'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: './apps/web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'database',
          environment: 'node',
          globalSetup: ['apps/server/test/support/postgres-setup.ts'],
          include: [
            'apps/server/test/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
            'scripts/**/*.database.test.ts',
          ],
          exclude: ['apps/server/test/workers/**', 'apps/server/test/own-postgres/**'],
          ...SECOND_TRY,
          ...PATIENCE,
        },
      },
      {
        // What can differ where a server is several processes, on real ones.
        test: {
          name: 'workers',
          environment: 'node',
          globalSetup: ['apps/server/test/support/postgres-setup.ts'],
          env: { TEST_WORKERS: '3' },
          include: [
            'apps/server/test/workers/*.test.ts',
            'apps/server/test/contract/rest-schema-cache.test.ts',
            'apps/server/test/contract/auth-sign-in.test.ts',
            'apps/server/test/contract/ended-sessions.test.ts',
            'supabase/tests/through-the-api.test.ts',
          ],
          ...SECOND_TRY,
          ...PATIENCE,
        },
      },
      {
        // What can differ on a Postgres of the operator's own: its version, and an owner who is no superuser.
        test: {
          name: 'own-postgres',
          environment: 'node',
          globalSetup: ['apps/server/test/support/own-postgres-setup.ts'],
          include: [
            'apps/server/test/own-postgres/**/*.test.ts',
            'supabase/tests/access-rules.test.ts',
            'supabase/tests/through-the-api.test.ts',
            'apps/server/test/contract/auth-sign-up.test.ts',
            'apps/server/test/contract/rest-parity.test.ts',
            'apps/server/test/contract/rest-rpc.test.ts',
            'apps/server/test/contract/rest-schema-cache.test.ts',
            'apps/server/test/contract/rest-writes.test.ts',
          ],
          ...SECOND_TRY,
          ...PATIENCE,
        },
      },
    ],
  },
});
