import axe from 'axe-core';
import { expect } from 'vitest';

/** The rules about colors. All other rules have the same result in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** A color in the middle of an animation is not the final color. */
async function finishAnimations(): Promise<void> {
  for (;;) {
    // A finished animation with a fill mode stays in this list.
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    if (running.length === 0) return;
    await Promise.allSettled(running.map((animation) => animation.finished));
  }
}

async function violations(options: axe.RunOptions): Promise<unknown[]> {
  await finishAnimations();
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

/** Fails if axe finds a violation on the current screen, in either theme. */
export async function expectAccessible(): Promise<void> {
  const { classList } = document.documentElement;
  const current = await violations({});
  classList.toggle('dark');
  const other = await violations({ runOnly: COLOR_RULES });
  classList.toggle('dark');
  expect([...current, ...other], 'accessibility violations').toEqual([]);
}
