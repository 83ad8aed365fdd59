import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible, expectPart } from './accessibility.ts';

export { expect };
export { expectAccessible } from './accessibility.ts';

export type Theme = 'light' | 'dark';

const THEMES: readonly Theme[] = ['light', 'dark'];
export const PHONE = { width: 375, height: 812 };
export const DESKTOP = { width: 1440, height: 900 };
export const SIZES = [PHONE, DESKTOP];

/** For tests that take pictures. */
export const PICTURED = { tag: '@pictured' };

interface BrowserFixtures {
  /** Parts of console errors that this test expects. */
  readonly expectedConsoleErrors: string[];
}

const watchedPages = new WeakMap<Page, string[]>();

/** The console error for a page beyond the end of a list, which the lists handle. */
const END_OF_LIST = 'status of 416';

/** Collects console errors and uncaught exceptions of a page, also violations of its Content Security Policy. */
export function watchForErrors(page: Page, problems: string[]): void {
  if (watchedPages.has(page)) return;
  watchedPages.set(page, problems);
  page.on('console', (message) => {
    if (message.type() !== 'error' || message.text().includes(END_OF_LIST)) return;
    problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
}

/** Each test fails on a console error in any page of its context. */
export const test = base.extend<BrowserFixtures & { failOnErrors: undefined }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants an object pattern here
  expectedConsoleErrors: async ({}, use) => {
    await use([]);
  },
  failOnErrors: [
    async ({ context, expectedConsoleErrors }, use) => {
      const problems: string[] = [];
      context.on('page', (page) => watchForErrors(page, problems));
      await use(undefined);
      // A response that is not ready when its page closes is no error of the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      const unexpected = problems.filter(
        (problem) => !expectedConsoleErrors.some((expected) => problem.includes(expected)),
      );
      expect(unexpected, 'console errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Stores the theme of a returning visitor before the page opens. */
export async function useStoredTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('beaconpay-theme', chosen);
  }, theme);
}

/** Shows a theme without storing it. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    (isDark) => document.documentElement.classList.toggle('dark', isDark),
    theme === 'dark',
  );
}

/** Fails if the page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx, 'pixels of sideways scroll').toBeLessThanOrEqual(0);
}

/** From a wide desktop to the smallest phone. */
const WINDOWS = [
  { width: 1920, height: 900 },
  DESKTOP,
  { width: 768, height: 900 },
  PHONE,
  { width: 320, height: 812 },
];

/**
 * The checks of each screen in all window sizes. Takes its screenshots if requested.
 *
 * @param within a selector of the new part, if another test checks the rest of the screen
 */
export async function expectGoodScreen(page: Page, name: string, within = 'html'): Promise<void> {
  await expectPart(page, within);
  const before = page.viewportSize() ?? DESKTOP;
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    await expectNoSidewaysScroll(page);
    if (window === DESKTOP) await expectAccessible(page, { within });
    // The colors are the same at each width, but some elements exist only at some widths.
    if (window === PHONE) {
      await expectAccessible(page, { within, colors: 'of what is new, in both themes' });
    }
  }
  await page.setViewportSize(before);
  await keepScreenshot(page, name);
}

/**
 * Takes full-page pictures in both themes and sizes for a review by people. Only `npm run pictures` takes
 * them, from the tests with the tag PICTURED.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const dir = process.env.PICTURES_DIR;
  if (dir === undefined) return;
  const before = page.viewportSize() ?? DESKTOP;
  for (const theme of THEMES) {
    await showTheme(page, theme);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const path = join(dir, `${name}-${theme}-${String(size.width)}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize(before);
}

/** The visible toast. */
export function toastOf(page: Page) {
  return page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
}
