import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

/** The toast now on screen. */
export const toastOf = () =>
  page.getByRole('region', { name: /Notification/ }).getByRole('listitem');

const textOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim();

/** Waits until the text of an element contains all of these. */
export async function expectText(
  locator: Locator,
  ...texts: readonly (string | RegExp)[]
): Promise<void> {
  for (const text of texts) {
    await expect
      .poll(() => textOf(locator.element()))
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

/** Waits for a toast that contains all of these texts. */
export const expectToast = (...texts: readonly string[]) => expectText(toastOf(), ...texts);

export async function expectTitle(title: string): Promise<void> {
  await expect.poll(() => document.title).toBe(title);
}

/** Each simulated service is marked as a simulation. */
export async function expectSimulationPage(heading: string, title: string): Promise<void> {
  await expectTitle(title);
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.element(page.getByText('This is a simulation')).toBeVisible();
}

export async function expectNone(locator: Locator): Promise<void> {
  await expect.element(locator).not.toBeInTheDocument();
}

/** What a field holds, as it is typed. */
export async function expectValue(field: Locator, value: string): Promise<void> {
  await expect.element(field).toHaveProperty('value', value);
}

export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}

/** The texts of all elements that are meant, in their order. */
export async function expectTexts(
  elements: () => ArrayLike<Element>,
  texts: readonly string[],
): Promise<void> {
  await expect.poll(() => Array.from(elements(), textOf)).toEqual(texts);
}

/** The errors at fields, in the order of the page. */
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
