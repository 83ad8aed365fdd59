import type { Page } from '@playwright/test';

/** Delays the scripts of the application until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => resolve(undefined);
}

/**
 * Waits for the given number of page loads from now on. A page with a missing chunk reloads and replaces
 * its content.
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
