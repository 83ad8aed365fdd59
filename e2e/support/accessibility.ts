import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half the size of `axe.source`. Each page evaluates it. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Scope {
  /** A selector. The default is the whole page. */
  readonly within?: string;
  /** Rules that do not apply to this part. */
  readonly without?: readonly string[];
  /** Which colors are checked. */
  readonly colors?: Colors;
}

type Colors =
  | 'in both themes'
  | 'in this theme'
  /** Only elements that were not visible in the last check of this page. */
  | 'of what is new, in both themes';

/** The rules about colors. All other rules have the same result in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits until a part of the page is visible, because a dialog can still be loading. */
export async function expectPart(page: Page, within: string): Promise<void> {
  await expect(page.locator(within).filter({ visible: true }).first()).toBeVisible();
}

/** Fails if axe finds a violation on the current page, in either theme. */
export async function expectAccessible(page: Page, scope: Scope = {}): Promise<void> {
  const { within = 'html', without = [], colors = 'in both themes' } = scope;
  await expectPart(page, within);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  const question = { within, without, colors, colorRules: COLOR_RULES };
  const found = await page.evaluate(findViolations, question);
  expect(found, 'accessibility violations').toEqual([]);
}

interface Question {
  within: string;
  without: readonly string[];
  colors: Colors;
  colorRules: string[];
}

/** Runs in the page. */
async function findViolations({ within, without, colors, colorRules }: Question) {
  const kept = window as unknown as { axe: typeof axe; lookedAt?: WeakSet<Element> };
  const root = document.documentElement;

  async function look(at: axe.ElementContext, rules: axe.RunOptions) {
    // A color in the middle of a transition is not the final color. Elements that inherit it start later.
    for (;;) {
      // A finished animation with a fill mode stays in this list.
      const running = document.getAnimations().filter(({ playState }) => playState === 'running');
      if (running.length === 0) break;
      await Promise.allSettled(running.map((animation) => animation.finished));
    }
    const { violations } = await kept.axe.run(at, {
      resultTypes: ['violations'],
      preload: false,
      ...rules,
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      theme: root.classList.contains('dark') ? 'dark' : 'light',
      nodes: nodes.map((node) => node.html.slice(0, 200)),
    }));
  }

  async function inOtherTheme<T>(act: () => Promise<T>): Promise<T> {
    root.classList.toggle('dark');
    const result = await act();
    root.classList.toggle('dark');
    return result;
  }

  const visible = [...document.querySelectorAll(`${within} *`)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const fresh = visible.filter((element) => kept.lookedAt?.has(element) !== true);
  kept.lookedAt = new WeakSet(visible);

  const areColorsApart = colors === 'of what is new, in both themes';
  const off = areColorsApart ? [...without, ...colorRules] : without;
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const present = await look(within, { rules });
  const lookAtColors = (at: axe.ElementContext) => () => look(at, { runOnly: colorRules });
  switch (colors) {
    case 'in this theme':
      return present;
    case 'in both themes':
      return [...present, ...(await inOtherTheme(lookAtColors(within)))];
    case 'of what is new, in both themes': {
      if (fresh.length === 0) return present;
      const colorsOfFresh = lookAtColors({ include: fresh });
      return [...present, ...(await colorsOfFresh()), ...(await inOtherTheme(colorsOfFresh))];
    }
  }
}
