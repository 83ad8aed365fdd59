import { randomUUID } from 'node:crypto';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { environment } from './support/environment.ts';
import { panelWithOrder } from './support/pending-list.ts';
import { createStoredSession, signInAdministrator } from './support/people.ts';
import { DESKTOP, expect, test } from './support/test.ts';

// Playwright supports only a patched Firefox. Puppeteer drives a released one over WebDriver BiDi.
const { firefoxPath = '' } = environment;
test.skip(firefoxPath === '', 'There is no Firefox on this machine.');

/** Opens a page with separate storage, and collects its errors. */
async function openPage(browser: Browser, problems: string[]): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(30_000);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return page;
}

const press = (page: Page, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
const fill = (page: Page, name: string, text: string) =>
  page.locator(`:is(input, textarea)[name="${name}"]`).fill(text);
const seen = (page: Page, text: string) =>
  page.waitForSelector(`::-p-text(${text})`, { visible: true });

async function signUpAndOrder(page: Page, reference: string): Promise<void> {
  await page.goto(`${environment.url}/cards`);
  await press(page, 'Sign Up');
  await fill(page, 'full_name', 'Ada Lovelace');
  await fill(page, 'email', `ff-${randomUUID().slice(0, 8)}@example.com`);
  await fill(page, 'password', 'analytical engine');
  await press(page, 'Create Account with Email');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await page.waitForSelector('::-p-aria([name="Account menu"][role="button"])');
  await page.locator('input[type=radio][value=premium]').click();
  await page.locator('::-p-aria([name="Transaction reference"][role="textbox"])').fill(reference);
  await press(page, 'Submit Order');
  await seen(page, 'Card Order Submitted');
}

/** Opens the panel on the page of the record with this reference, and opens its review. */
async function openReview(page: Page, reference: string): Promise<void> {
  const administrator = await signInAdministrator();
  const stored = await createStoredSession(administrator);
  await page.goto(`${environment.url}/robots.txt`);
  await page.evaluate(([name, content]) => localStorage.setItem(name, content), stored);
  const list = 'table[aria-label="Pending card orders"]';
  const review = `${list} tr ::-p-text(${reference})`;
  for (let cell = null; cell === null;) {
    // Decisions of other tests can move it to the previous page.
    await page.goto(`${environment.url}${await panelWithOrder(administrator, reference)}`);
    await page.waitForSelector(`[aria-busy=false] ${list}`);
    cell = await page.$(review);
    await cell?.evaluate((found) => {
      found.closest('tr')?.querySelector<HTMLElement>('button[aria-label^="Review"]')?.click();
    });
  }
}

test('The main job works in Firefox: sign up, order, approve, and see the outcome', async () => {
  test.slow();
  const problems: string[] = [];
  const reference = `FIREFOX-${randomUUID().slice(0, 8)}`;
  const note = 'Checked in Firefox.';
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    defaultViewport: DESKTOP,
    extraPrefsFirefox: {
      // Without a graphics card, a backdrop blur takes most of the time.
      'layout.css.backdrop-filter.enabled': false,
      // The other tests reduce motion, too.
      'ui.prefersReducedMotion': 1,
    },
  });
  try {
    const customer = await openPage(browser, problems);
    await signUpAndOrder(customer, reference);

    const administrator = await openPage(browser, problems);
    await openReview(administrator, reference);
    await administrator.locator('[role=dialog] textarea').fill(note);
    await press(administrator, 'Approve');
    // On a busy machine the toast can disappear first. The dialog closes only after a success.
    await administrator.waitForSelector('[role=dialog]', { hidden: true });

    await customer.goto(`${environment.url}/personal`);
    // Firefox hardly draws a page in the background. The navigation comes first, because a visible page
    // refetches its data, and the navigation would abort these requests.
    await customer.bringToFront();
    await customer.locator('::-p-aria([name="Transaction History"][role="tab"])').click();
    await seen(customer, 'manual payment approved');
    await seen(customer, note);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
});
