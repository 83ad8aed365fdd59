import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** The parts of an element's box that a finger or a pointer may meet it at. */
const SHARES = [0.1, 0.5, 0.9];

/** What stands over an element somewhere, of what can be seen of it in the window. */
function coveredBy(element: Element): string[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const points = SHARES.flatMap((x) =>
    SHARES.map((y) => ({ x: left + width * x, y: top + height * y })),
  );
  const found = points.map(({ x, y }) => document.elementFromPoint(x, y));
  return found.flatMap((top) =>
    top === null || element.contains(top) || top.contains(element) ? [] : [top.outerHTML],
  );
}

/** Fails where anything that has come to rest lies over one of these, which all are in the window. */
export async function expectClear(...locators: readonly Locator[]): Promise<void> {
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  for (const locator of locators) {
    const element = locator.element();
    const { top, bottom, height } = element.getBoundingClientRect();
    expect(height, 'its height').toBeGreaterThan(0);
    expect(top, 'its upper edge').toBeGreaterThanOrEqual(0);
    expect(bottom, 'its lower edge').toBeLessThanOrEqual(window.innerHeight);
    expect(coveredBy(element), `what lies over ${element.textContent}`).toEqual([]);
  }
}
