import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

export { expect };
export { expectAccessible } from './accessibility.ts';

export type Theme = 'light' | 'dark';

const THEMES: readonly Theme[] = ['light', 'dark'];
export const PHONE = { width: 375, height: 812 };
export const DESKTOP = { width: 1440, height: 900 };
export const SIZES = [PHONE, DESKTOP];

/** For tests that keep pictures. */
export const PICTURED = { tag: '@pictured' };

interface BrowserFixtures {
  /** Answers that this test expects to fail, whose console message is therefore no error: parts of the message. */
  readonly expectedConsoleErrors: string[];
}

const watchedPages = new WeakMap<Page, string[]>();

/** The browser's console error for a page beyond the end of a list, which lists expect. */
const END_OF_LIST = 'status of 416';

/** Collects console errors, uncaught exceptions and broken content security of a page. */
export function watchForErrors(page: Page, problems: string[]): void {
  if (watchedPages.has(page)) return;
  watchedPages.set(page, problems);
  page.on('console', (message) => {
    if (message.type() !== 'error' || message.text().includes(END_OF_LIST)) return;
    problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
}

/** Every test fails on any console error of any page of its context. */
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

/** Shows a theme without anybody having chosen it. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    (isDark) => document.documentElement.classList.toggle('dark', isDark),
    theme === 'dark',
  );
}

/** No page may be wider than its window. */
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
 * The checks of every screen, at phone and desktop widths. Takes its screenshots if requested.
 *
 * @param within a selector of the part that is new, where another test looks at the screen around it
 */
export async function expectGoodScreen(page: Page, name: string, within = 'html'): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    await expectNoSidewaysScroll(page);
    if (window === DESKTOP) await expectAccessible(page, { within });
    // Colors are the same at every width, but not everything is there at every width.
    if (window === PHONE) {
      await expectAccessible(page, { within, colors: 'of what is new, in both themes' });
    }
  }
  await page.setViewportSize(before);
  await keepScreenshot(page, name);
}

/**
 * Keeps full-page pictures for people to look at, in both themes and sizes, while
 * `npm run pictures` runs. The tests that make some carry the tag PICTURED.
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

/** The toast now on screen. */
export function toastOf(page: Page) {
  return page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
}
