import { playwright } from '@vitest/browser-playwright';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findTestChromium, TEST_CHROMIUM_ARGUMENTS } from './scripts/chromium.ts';
import { LongWaitsFirst } from './scripts/test-order.ts';

// What a process makes of its modules, the next ones find: tests start some hundred servers.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** What all projects share; Vitest runs files of projects beside each other only where the number of workers is the same. */
const EACH = {
  // In CI, where a slow machine must be told from a broken product.
  retry: process.env.CI === undefined ? 0 : 1,
  // What a slow, loaded machine needs: most of all what waits for Postgres or for a process.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  // Vitest leaves a core free, of which what waits for Postgres or for a process leaves enough.
  maxWorkers: availableParallelism() + 2,
  // A module that holds state is a defect here, so files may share the modules that a worker has loaded.
  isolate: false,
};

/**
 * What runs in Node is loaded by Node itself, as in production, instead of being transformed by Vite:
 * a seventh of the processor time of these tests.
 */
const IN_NODE = {
  ...EACH,
  environment: 'node',
  experimental: { viteModuleRunner: false },
} as const;

/** They put a double in the place of `window.location`, which cannot be done to a window that is the global object. */
const LEAVES_THE_PAGE = ['src/features/auth/auth-dialogs.test.tsx'];

/** Every package that a screen in a browser loads. */
const BROWSER_PACKAGES = [
  '@hookform/resolvers/zod',
  '@supabase/auth-js',
  '@supabase/functions-js',
  '@supabase/postgrest-js',
  '@supabase/realtime-js',
  '@supabase/storage-js',
  '@tanstack/react-query',
  'axe-core',
  'bowser',
  'lucide-react',
  'papaparse',
  'radix-ui',
  'react',
  'react-dom',
  'react-dom/client',
  'react-easy-crop',
  'react-hook-form',
  'react-router',
  'react/jsx-runtime',
  'zod/mini',
];

// Where there is none, the project that needs it fails and all others run.
const chromiumPath = await findTestChromium().catch(() => 'chromium');

/** Every test that needs no whole page. The database projects share one throw-away Postgres. */
export default defineConfig({
  test: {
    maxWorkers: EACH.maxWorkers,
    // An order of chance (`--sequence.shuffle.files`) takes the place of this one.
    sequence: process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))
      ? {}
      : { sequencer: LongWaitsFirst },
    projects: [
      {
        test: {
          ...IN_NODE,
          name: 'unit',
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
          ...EACH,
          // A page has one backend client, and a file here stands for a page: each gets a window and
          // modules of its own, but no process, which would have to load jsdom anew.
          pool: 'vmForks',
          name: 'web',
          root: './apps/web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...LEAVES_THE_PAGE],
          setupFiles: ['./vite/test-setup.ts'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          ...EACH,
          isolate: true,
          name: 'web-leaving',
          root: './apps/web',
          environment: 'jsdom',
          include: [...LEAVES_THE_PAGE],
          setupFiles: ['./vite/test-setup.ts'],
        },
      },
      {
        // Screens in a real browser, with the backend played at its network.
        extends: './apps/web/vite.config.ts',
        // One that Vite came upon later would load the page anew in the middle of a test.
        optimizeDeps: { include: BROWSER_PACKAGES, noDiscovery: true },
        // React as people get it, which takes two thirds of the time.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...EACH,
          name: 'browser',
          root: './apps/web',
          include: ['test/**/*.test.ts'],
          setupFiles: ['./test/support/setup.ts'],
          browser: {
            enabled: true,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath, args: TEST_CHROMIUM_ARGUMENTS },
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 20_000,
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1440, height: 900 },
            headless: true,
            ui: false,
            locators: { exact: false },
            screenshotFailures: false,
          },
        },
      },
      {
        test: {
          ...IN_NODE,
          name: 'database',
          globalSetup: ['apps/server/test/support/postgres-setup.ts'],
          include: [
            'apps/server/test/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
            'scripts/**/*.database.test.ts',
          ],
          exclude: ['apps/server/test/workers/**', 'apps/server/test/own-postgres/**'],
        },
      },
      {
        // What can differ where a server is several processes, on real ones.
        test: {
          ...IN_NODE,
          name: 'workers',
          globalSetup: ['apps/server/test/support/postgres-setup.ts'],
          env: { TEST_WORKERS: '3' },
          include: [
            'apps/server/test/workers/*.test.ts',
            'apps/server/test/contract/rest-schema-cache.test.ts',
            'apps/server/test/contract/auth-sign-in.test.ts',
            'apps/server/test/contract/ended-sessions.test.ts',
            'supabase/tests/through-the-api.test.ts',
          ],
        },
      },
      {
        // What can differ on a Postgres of the operator's own: its version, and an owner who is no superuser.
        test: {
          ...IN_NODE,
          name: 'own-postgres',
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
            'apps/server/test/contract/storage-admission.test.ts',
          ],
        },
      },
    ],
  },
});
