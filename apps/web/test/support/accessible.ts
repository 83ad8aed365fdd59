import axe from 'axe-core';
import { expect } from 'vitest';

/** The rules that look at colors. All others find the same in both themes, which differ in nothing else. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

async function violations(options: axe.RunOptions): Promise<unknown[]> {
  const found = await axe.run(document.body, {
    resultTypes: ['violations'],
    preload: false,
    ...options,
  });
  return found.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

/** Fails when axe finds anything on the screen as it stands, in the present theme or in the other. */
export async function expectAccessible(): Promise<void> {
  const { classList } = document.documentElement;
  const present = await violations({});
  classList.toggle('dark');
  const other = await violations({ runOnly: COLOR_RULES });
  classList.toggle('dark');
  expect([...present, ...other], 'accessibility violations').toEqual([]);
}
