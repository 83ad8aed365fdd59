import type { Page } from '@playwright/test';

/**
 * Has every page of the context add up its layout shifts as the web vitals do:
 * the largest sum over a burst of shifts less than a second apart and at most
 * five seconds long.
 */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const maxGapMs = 1_000;
    const maxBurstMs = 5_000;
    let burst = 0;
    let burstStartMs = 0;
    let lastShiftMs = Number.NEGATIVE_INFINITY;
    const shifts = { largestBurst: 0, sources: [] as string[] };
    Object.assign(window, { measuredLayoutShift: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const continues =
          entry.startTime - lastShiftMs < maxGapMs && entry.startTime - burstStartMs < maxBurstMs;
        if (!continues) {
          burst = 0;
          burstStartMs = entry.startTime;
        }
        burst += entry.value;
        lastShiftMs = entry.startTime;
        shifts.largestBurst = Math.max(shifts.largestBurst, burst);
        for (const { node } of entry.sources ?? []) {
          if (node instanceof Element) shifts.sources.push(node.outerHTML.slice(0, 80));
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export interface LayoutShift {
  readonly score: number;
  /** The beginnings of the elements that moved. */
  readonly sources: readonly string[];
}

export async function readLayoutShift(page: Page): Promise<LayoutShift> {
  return page.evaluate(() => {
    const { measuredLayoutShift } = window as unknown as {
      measuredLayoutShift: { largestBurst: number; sources: string[] };
    };
    return { score: measuredLayoutShift.largestBurst, sources: measuredLayoutShift.sources };
  });
}
