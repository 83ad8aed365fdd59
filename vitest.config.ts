import { playwright } from '@vitest/browser-playwright';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findTestChromium, TEST_CHROMIUM_ARGUMENTS } from './scripts/chromium.ts';
import { LongWaitsFirst } from './scripts/test-order.ts';

// Tests start several hundred servers; they share one cache of compiled modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Options of every project. Vitest runs projects in parallel only if their number of workers is the same. */
const EACH = {
  // Long enough for a slow, loaded machine: many tests wait for Postgres or for a process.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // More workers than cores, because many tests wait for Postgres or for a process.
  maxWorkers: availableParallelism() + 2,
  // Modules of this project hold no state, so test files in one worker can share them.
  isolate: false,
};

/**
 * For tests that run in Node: Node loads the modules itself, as in production, instead of Vite.
 * This takes a seventh of the CPU time.
 */
const IN_NODE = {
  ...EACH,
  environment: 'node',
  experimental: { viteModuleRunner: false },
} as const;

/** Tests that replace `window.location`, which is impossible if the window is the global object. */
const NAVIGATION_TESTS = ['src/features/auth/auth-dialogs.test.tsx'];

/** Every package that a screen loads in a browser. */
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
  'saxes',
  'zod/mini',
];

// Without Chromium, only the `browser` project fails.
const chromiumPath = await findTestChromium().catch(() => 'chromium');

/** Every test except those in `e2e`. The database projects share one temporary Postgres. */
export default defineConfig({
  test: {
    maxWorkers: EACH.maxWorkers,
    // `--sequence.shuffle.files` replaces this order.
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
          // A page has one backend client and each test file stands for a page, so each file gets its own
          // window and modules. It gets no process of its own, because that would load jsdom again.
          pool: 'vmForks',
          name: 'web',
          root: './apps/web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
          exclude: [...NAVIGATION_TESTS],
          setupFiles: ['./vite/test-setup.ts'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          ...EACH,
          isolate: true,
          name: 'web-navigation',
          root: './apps/web',
          environment: 'jsdom',
          include: [...NAVIGATION_TESTS],
          setupFiles: ['./vite/test-setup.ts'],
        },
      },
      {
        // Screens in a real browser; the backend is mocked at the network.
        extends: './apps/web/vite.config.ts',
        // A dependency that Vite discovers later reloads the page during a test.
        optimizeDeps: { include: BROWSER_PACKAGES, noDiscovery: true },
        // The production build of React takes two thirds of the time.
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
        // Tests whose result can differ with several server processes.
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
        // Tests whose result can differ on an operator's own Postgres: another version, no superuser.
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
