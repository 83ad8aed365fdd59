import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

export type Theme = 'light' | 'dark';

export const THEMES: readonly Theme[] = ['light', 'dark'];
export const PHONE = { width: 375, height: 812 };
export const DESKTOP = { width: 1440, height: 900 };
export const SIZES = [PHONE, DESKTOP];

interface BrowserFixtures {
  /** Answers that this test expects to fail, whose console message is therefore no error: parts of the message. */
  readonly expectedConsoleErrors: string[];
}

const watchedPages = new WeakMap<Page, string[]>();

/** Collects console errors, uncaught exceptions and broken content security of a page. */
export function watchForErrors(page: Page, problems: string[]): void {
  if (watchedPages.has(page)) return;
  watchedPages.set(page, problems);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
}

/** Every test fails on any console error of any page of its context. */
export const test = base.extend<BrowserFixtures & { failOnErrors: undefined }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants an object pattern here
  expectedConsoleErrors: async ({}, use) => {
    await use([]);
  },
  failOnErrors: [
    async ({ context, expectedConsoleErrors }, use) => {
      const problems: string[] = [];
      context.on('page', (page) => watchForErrors(page, problems));
      await use(undefined);
      // An answer still being prepared for a page that closes is no failure of the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      const unexpected = problems.filter(
        (problem) => !expectedConsoleErrors.some((expected) => problem.includes(expected)),
      );
      expect(unexpected, 'console errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Chooses the theme as a returning visitor has, before the page is opened. */
export async function useStoredTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('beaconpay-theme', chosen);
  }, theme);
}

/** Fails when axe finds anything on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A color caught in the middle of a transition is nobody's color.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.html.slice(0, 200)),
  }));
  expect(found, 'accessibility violations').toEqual([]);
}

/** No page may be wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx, 'pixels of sideways scroll').toBeLessThanOrEqual(0);
}

/** Keeps a full-page picture under artifacts/screenshots for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `artifacts/screenshots/${name}.png`, fullPage: true });
}

/** The toast now on screen. */
export function toastOf(page: Page) {
  return page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
}
