import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

/** The visible toast. */
export const toastOf = () =>
  page.getByRole('region', { name: /Notification/ }).getByRole('listitem');

const textOf = (element: Element | null) =>
  element?.textContent.replace(/\s+/g, ' ').trim() ?? null;

/** Waits until the text of an element contains all of these texts. */
export const expectText = (locator: Locator, ...texts: readonly (string | RegExp)[]) =>
  expectTextIn(() => locator.element(), texts);

async function expectTextIn(
  find: () => Element | null,
  texts: readonly (string | RegExp)[],
): Promise<void> {
  for (const text of texts) {
    await expect
      .poll(() => textOf(find()))
      .toEqual(
        typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
      );
  }
}

/** Waits until the description of an element contains this text. */
export async function expectDescription(locator: Locator, text: string): Promise<void> {
  await expect
    .element(locator)
    .toHaveAccessibleDescription(expect.stringContaining(text) as string);
}

let newestToast: Element | null = null;
let lastExpectedToast: Element | null = null;

// On a busy machine, a toast can disappear before a test looks at it. Its element keeps the text.
const toastObserver = new MutationObserver(() => {
  newestToast = toastOf().elements().at(-1) ?? newestToast;
});

/** Records the toasts of a new screen for `expectToast`. */
export function recordToasts(): void {
  newestToast = null;
  lastExpectedToast = null;
  toastObserver.observe(document.body, { childList: true, subtree: true });
}

/** Waits until the newest toast contains all of these texts. It must have appeared after the last expected toast. */
export async function expectToast(...texts: readonly string[]): Promise<void> {
  await expectTextIn(() => (newestToast === lastExpectedToast ? null : newestToast), texts);
  lastExpectedToast = newestToast;
}

export async function expectTitle(title: string): Promise<void> {
  await expect.poll(() => document.title).toBe(title);
}

/** Expects the title and the heading of a page and its notice about a simulation. */
export async function expectSimulationPage(heading: string, title: string): Promise<void> {
  await expectTitle(title);
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.element(page.getByText('This is a simulation')).toBeVisible();
}

export async function expectNone(locator: Locator): Promise<void> {
  await expect.element(locator).not.toBeInTheDocument();
}

/** The value of a field. */
export async function expectValue(field: Locator, value: string): Promise<void> {
  await expect.element(field).toHaveProperty('value', value);
}

export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}

/** Waits until the texts of all elements of a locator are these, in their order. */
export async function expectTexts(
  elements: () => ArrayLike<Element>,
  texts: readonly string[],
): Promise<void> {
  await expect.poll(() => Array.from(elements(), textOf)).toEqual(texts);
}

/** The errors at fields, in document order. */
export const messagesIn = (root: ParentNode = document) =>
  root.querySelectorAll('[data-slot=form-message]');

export function blur(field: Locator): void {
  (field.element() as HTMLElement).blur();
}

export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
}

/** Dispatches the event of a browser whose tab becomes visible again. */
export function returnToTab(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
