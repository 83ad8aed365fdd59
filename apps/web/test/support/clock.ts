import { expect, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { FakeBackend } from './backend.ts';
import { expectCount, expectNone, expectText, toastOf } from './looks.ts';

/** Replaces the timers. From now on time passes only in `advanceTime`. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

export const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Checks the duration of the visible toast. Stop the clock before the action that shows it. */
export async function expectToastFor(durationMs: number): Promise<void> {
  await expectCount(toastOf(), 1);
  await advanceTime(durationMs - 200);
  await expectCount(toastOf(), 1);
  await advanceTime(400);
  await expectNone(toastOf());
}

interface Simulation {
  /** The button that submits the filled form. */
  readonly button: Locator;
  readonly delayMs: number;
  readonly successTitle: string;
  readonly successDescription: string;
}

const SUCCESS_TOAST_MS = 7000;

/**
 * Submits a filled form. Checks the simulated submission: the busy button, the exact delay, one toast with its
 * duration, no request and no stored data.
 */
export async function expectSimulatedSubmission(
  backend: FakeBackend,
  { button, delayMs, successTitle, successDescription }: Simulation,
): Promise<void> {
  const processing = page.getByRole('button', { name: 'Processing…' });
  const success = toastOf().filter({ hasText: successTitle });
  const sentBefore = backend.sent().length;
  const storedBefore = await storedState();
  stopClock();

  await button.click();
  await expect.element(processing).toHaveAttribute('aria-busy', 'true');
  // A second click must not start another submission.
  await processing.click({ force: true });
  await advanceTime(delayMs - 1);
  await expect.element(processing).toBeVisible();
  await expectNone(success);

  await advanceTime(1);
  await expectText(success, successDescription);
  await expectNone(processing);
  await expectToastFor(SUCCESS_TOAST_MS);

  expect(backend.sent().slice(sentBefore), 'requests during a simulation').toEqual([]);
  expect(await storedState(), 'what the browser keeps').toEqual(storedBefore);
}

/** All data that a page can store in the browser. */
async function storedState() {
  return {
    local: Object.entries(localStorage),
    // The router stores scroll positions.
    session: Object.entries(sessionStorage).filter(([key]) => !key.includes('scroll-positions')),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await window.caches.keys(),
    cookies: document.cookie,
    url: window.location.href,
  };
}
