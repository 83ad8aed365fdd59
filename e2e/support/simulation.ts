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
 * Submits a filled form whose page was opened with `page.clock` installed, and checks all that
 * a simulated submission promises: the busy button, the delay to the millisecond, the one
 * message with its duration, and that nothing was sent or kept meanwhile.
 */
export async function expectSimulatedSubmission(page: Page, simulation: Simulation): Promise<void> {
  const { button, delayMs, successTitle, successDescription } = simulation;
  const processing = page.getByRole('button', { name: 'Processing…' });
  const success = toastOf(page).filter({ hasText: successTitle });
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    // The toast's own part may come with the first toast.
    if (!request.url().includes('/assets/')) requests.push(`${request.method()} ${request.url()}`);
  });
  const kept = await everythingKept(page);

  await button.click();
  await expect(processing).toBeVisible();
  await expect(processing).toHaveAttribute('aria-busy', 'true');
  // Pressing again must not start another one.
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

/** Stops the page's clock shortly after its present time. */
export async function stopClock(page: Page): Promise<void> {
  // On a busy machine that time may have passed before the clock advances.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1000);
  }).toPass();
}

/** All that a page can leave behind in this browser. */
async function everythingKept(page: Page) {
  const { local, session, databases, caches } = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    // The router remembers scroll positions.
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
