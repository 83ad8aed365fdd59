import { expect, type Page, type Request } from '@playwright/test';
import { toastOf } from './test.ts';

/** A test number with a valid check digit. */
const SAMPLE_CARD = { number: '4242 4242 4242 4242', cvv: '7391', last4: '4242' };

interface ExpectedToast {
  readonly title: string;
  readonly description: string;
  readonly variant: 'default' | 'destructive';
  readonly durationMs: number;
}

/**
 * Checks that one toast appears with exactly these texts and this duration. Stop the clock of the page before
 * the action that shows the toast; on a slow machine real time would shorten it.
 */
export async function expectToast(page: Page, expected: ExpectedToast): Promise<void> {
  const toast = toastOf(page);
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(toast).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await expect(toast).toHaveAttribute('data-variant', expected.variant);
  await expect(toast.getByText(expected.title, { exact: true })).toBeVisible();
  await expect(toast.getByText(expected.description, { exact: true })).toBeVisible();
  await page.clock.runFor(expected.durationMs - 1_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(0);
}

/** Fills the five card fields with a test card. */
export async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByLabel('Card number').fill(SAMPLE_CARD.number);
  await page.getByLabel('Expiry month').selectOption('04');
  await page.getByLabel('Expiry year').selectOption({ index: 4 });
  await page.getByLabel('CVV').fill(SAMPLE_CARD.cvv);
}

/** Collects the URLs, headers and bodies of all requests from now on. */
export function recordTraffic(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    sent.push(
      [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n'),
    );
  });
  return sent;
}

/** All data that the browser stores for the page, and its URL. */
export async function keptByBrowser(page: Page): Promise<string> {
  const stored = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      location.href,
      history.state,
    ]),
  );
  return stored + JSON.stringify(await page.context().cookies());
}

/** Fails if a text contains the number or the CVV of the test card, in any grouping. */
export function expectNoCardSecrets(text: string): void {
  expect(text.replace(/[\s-]/g, '')).not.toContain(SAMPLE_CARD.number.replaceAll(' ', ''));
  // A timestamp can have these digits after its decimal point.
  expect(text).not.toMatch(new RegExp(`(?<![\\w.-])${SAMPLE_CARD.cvv}(?![\\w-])`));
}
