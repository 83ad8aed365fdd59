import { expect, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { PlayedBackend } from './backend.ts';
import { expectCount, expectNone, expectText, toastOf } from './looks.ts';

/** From now on time passes only where a test lets it. What waits for nothing but time waits for the test. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

export const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The one toast that is shown stays for exactly as long. The clock was stopped before it came. */
export async function expectToastFor(durationMs: number): Promise<void> {
  await expectCount(toastOf(), 1);
  await passTime(durationMs - 200);
  await expectCount(toastOf(), 1);
  await passTime(400);
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
 * Submits a filled form, and checks all that a simulated submission promises: the busy button, the
 * delay to the millisecond, the one message with its duration, and that nothing was sent or kept.
 */
export async function expectSimulatedSubmission(
  backend: PlayedBackend,
  { button, delayMs, successTitle, successDescription }: Simulation,
): Promise<void> {
  const processing = page.getByRole('button', { name: 'Processing…' });
  const success = toastOf().filter({ hasText: successTitle });
  const sentBefore = backend.sent().length;
  const kept = await everythingKept();
  stopClock();

  await button.click();
  await expect.element(processing).toHaveAttribute('aria-busy', 'true');
  // Pressing again must not start another one.
  await processing.click({ force: true });
  await passTime(delayMs - 1);
  await expect.element(processing).toBeVisible();
  await expectNone(success);

  await passTime(1);
  await expectText(success, successDescription);
  await expectNone(processing);
  await expectToastFor(SUCCESS_TOAST_MS);

  expect(backend.sent().slice(sentBefore), 'requests during a simulation').toEqual([]);
  expect(await everythingKept(), 'what the browser keeps').toEqual(kept);
}

/** All that a page can leave behind in this browser. */
async function everythingKept() {
  return {
    local: Object.entries(localStorage),
    // The router remembers scroll positions.
    session: Object.entries(sessionStorage).filter(([key]) => !key.includes('scroll-positions')),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await window.caches.keys(),
    cookies: document.cookie,
    url: window.location.href,
  };
}
