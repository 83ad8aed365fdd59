import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Where a pointer can hit an element, as shares of its width and height. */
const FRACTIONS = [0.1, 0.5, 0.9];

/** The elements that cover a part of an element. */
function elementsCovering(element: Element): string[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const points = FRACTIONS.flatMap((x) =>
    FRACTIONS.map((y) => ({ x: left + width * x, y: top + height * y })),
  );
  const found = points.map(({ x, y }) => document.elementFromPoint(x, y));
  return found.flatMap((top) =>
    top === null || element.contains(top) || top.contains(element) ? [] : [top.outerHTML],
  );
}

/** Fails if another element covers one of these elements, or if one is outside of the window. Waits for animations. */
export async function expectUncovered(...locators: readonly Locator[]): Promise<void> {
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  for (const locator of locators) {
    const element = locator.element();
    const { top, bottom, height } = element.getBoundingClientRect();
    expect(height, 'its height').toBeGreaterThan(0);
    expect(top, 'its upper edge').toBeGreaterThanOrEqual(0);
    expect(bottom, 'its lower edge').toBeLessThanOrEqual(window.innerHeight);
    expect(elementsCovering(element), `what lies over ${element.textContent}`).toEqual([]);
  }
}
