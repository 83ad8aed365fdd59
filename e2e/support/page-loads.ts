import type { Page } from '@playwright/test';

/** Holds the application's scripts back; the returned function lets them go. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => resolve(undefined);
}

/**
 * Resolves with this page's load of that number, counted from now on. A page that misses a part
 * reloads; the content before that disappears.
 */
export async function nthLoad(page: Page, number: number): Promise<void> {
  let loads = 0;
  await page.waitForEvent('load', {
    predicate: () => {
      loads += 1;
      return loads === number;
    },
  });
}
