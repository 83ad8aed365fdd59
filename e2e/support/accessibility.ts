import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

interface Scope {
  /** A selector; the whole page unless given. */
  readonly within?: string;
  /** Rules that cannot hold there. */
  readonly without?: readonly string[];
  /** The present theme only where false. */
  readonly inBothThemes?: boolean;
}

/** The rules that look at colors. All others find the same in both themes, which differ in nothing else. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Fails when axe finds anything on the page as it stands, in the present theme or in the other. */
export async function expectAccessible(page: Page, scope: Scope = {}): Promise<void> {
  const { within = 'html', without = [], inBothThemes = true } = scope;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(findViolations, {
    within,
    without,
    colorRules: inBothThemes ? COLOR_RULES : null,
  });
  expect(found, 'accessibility violations').toEqual([]);
}

interface Question {
  within: string;
  without: readonly string[];
  /** To be looked at in the other theme, too. */
  colorRules: readonly string[] | null;
}

/** Runs in the page. */
async function findViolations({ within, without, colorRules }: Question) {
  const { run } = (window as unknown as { axe: typeof axe }).axe;
  const root = document.documentElement;

  async function look(rules: axe.RunOptions) {
    // A color caught in the middle of a transition is nobody's color. What inherits it begins later.
    for (;;) {
      // One that holds its last state stays among them.
      const running = document.getAnimations().filter(({ playState }) => playState === 'running');
      if (running.length === 0) break;
      await Promise.allSettled(running.map((animation) => animation.finished));
    }
    const { violations } = await run(within, {
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

  const present = await look({
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  });
  if (colorRules === null) return present;
  root.classList.toggle('dark');
  const other = await look({ runOnly: [...colorRules] });
  root.classList.toggle('dark');
  return [...present, ...other];
}
