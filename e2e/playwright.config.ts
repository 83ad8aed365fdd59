import { defineConfig } from '@playwright/test';

const chromiumPath = process.env.CHROMIUM_PATH;

/** Started by `npm run e2e`, which provides the server, the browser and an administrator. */
export default defineConfig({
  testDir: '.',
  ...(process.env.PICTURES_DIR === undefined ? {} : { testMatch: ['*.spec.ts', '*.pictures.ts'] }),
  outputDir: '../artifacts/browser-tests',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // A second try separates a slow machine from a broken product. The report names each test that needed it.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...(process.env.E2E_URL === undefined ? {} : { baseURL: process.env.E2E_URL }),
    viewport: { width: 1440, height: 900 },
    // Keeping them for the tests that pass would take a fifth of all the time there is.
    trace: 'on-first-retry',
    screenshot: 'off',
    // Most tests wait for what moves to come to rest, which a drawn page takes its time for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: process.env.CHROMIUM_ARGUMENTS?.split(' ') ?? [],
    },
  },
});
