import { expect, type Locator, type Page } from '@playwright/test';
import { toastOf } from './test.ts';

interface Simulation {
  /** The button that submits the filled form. */
  readonly button: Locator;
  readonly delayMs: number;
  readonly successTitle: string;
  readonly successDescription: string;
}

const SUCCESS_TOAST_MS = 7000;

/**
 * Submits a filled form of a page with `page.clock` installed. Checks the simulated submission: the busy
 * button, the exact delay, one toast with its duration, no request and no stored data.
 */
export async function expectSimulatedSubmission(page: Page, simulation: Simulation): Promise<void> {
  const { button, delayMs, successTitle, successDescription } = simulation;
  const processing = page.getByRole('button', { name: 'Processing…' });
  const success = toastOf(page).filter({ hasText: successTitle });
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    // The chunk of the toast can load with the first toast.
    if (!request.url().includes('/assets/')) requests.push(`${request.method()} ${request.url()}`);
  });
  const kept = await everythingKept(page);

  await button.click();
  await expect(processing).toBeVisible();
  await expect(processing).toHaveAttribute('aria-busy', 'true');
  // A second click must not start another submission.
  await processing.click({ force: true });
  await page.clock.runFor(delayMs - 1);
  await expect(processing).toBeVisible();
  await expect(success).toHaveCount(0);

  await page.clock.runFor(1);
  await expect(success).toContainText(successDescription);
  await expect(processing).toHaveCount(0);
  await expect(toastOf(page)).toHaveCount(1);
  await page.clock.runFor(SUCCESS_TOAST_MS - 200);
  await expect(success).toBeVisible();
  await page.clock.runFor(400);
  await expect(success).toHaveCount(0);

  expect(requests, 'requests during a simulation').toEqual([]);
  expect(await everythingKept(page), 'what the browser keeps').toEqual(kept);
}

/** Stops the clock of the page shortly after the current time. */
export async function stopClock(page: Page): Promise<void> {
  // On a busy machine that time may have passed before the clock advances.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1000);
  }).toPass();
}

/** All data that a page can store in the browser. */
async function everythingKept(page: Page) {
  const { local, session, databases, caches } = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    // The router stores scroll positions.
    session: Object.entries(sessionStorage).filter(([key]) => !key.includes('scroll-positions')),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await window.caches.keys(),
  }));
  return {
    local,
    session,
    databases,
    caches,
    cookies: await page.context().cookies(),
    url: page.url(),
  };
}
