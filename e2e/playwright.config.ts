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
  // Long enough for a slow, loaded machine.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    ...(process.env.E2E_URL === undefined ? {} : { baseURL: process.env.E2E_URL }),
    viewport: { width: 1440, height: 900 },
    // Recording a trace of each test takes a fifth of the time. For one test: --trace on.
    trace: 'off',
    screenshot: 'off',
    // Tests wait for the end of animations.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: process.env.CHROMIUM_ARGUMENTS?.split(' ') ?? [],
    },
  },
});
