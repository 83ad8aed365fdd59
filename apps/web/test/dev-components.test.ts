import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { expectTitle } from './support/looks.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const PATH = '/dev/components';
const press = (name: string) => page.getByRole('button', { name }).click();

/** The primitives of components/ui, and the sources of the page. */
const primitives = Object.keys(import.meta.glob('../src/components/ui/*.tsx')).filter(
  (file) => !file.endsWith('.test.tsx'),
);
const sources = import.meta.glob<string>('../src/dev/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Primitives that other primitives show. The root layout shows the toaster. */
const SHOWN_BY_OTHERS = ['slot.tsx', 'toaster.tsx'];

test('The page of components shows every primitive', () => {
  const text = Object.values(sources).join('\n');
  const missing = primitives
    .map((file) => file.replace('../src/components/ui/', ''))
    .filter((name) => !SHOWN_BY_OTHERS.includes(name) && !text.includes(`components/ui/${name}'`));
  expect(primitives.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('The page of components is accessible in both themes, on a desktop and on a phone', async () => {
  await openScreen(PATH);
  await expectTitle('Components | BeaconPay');
  await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible();
  await expectAccessible();
  await page.viewport(PHONE.width, PHONE.height);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
});

test.each([
  ['Open a dialog', 'dialog', 'Edit name'],
  ['Open a question', 'alertdialog', 'Remove this passkey?'],
] as const)('The page of components opens an accessible dialog: %s', async (button, role, name) => {
  await openScreen(PATH);
  await press(button);
  await expect.element(page.getByRole(role, { name })).toBeVisible();
  await expectAccessible();
  await press('Cancel');
  await expect.element(page.getByRole(role, { name })).not.toBeInTheDocument();
});

test('The page of components opens a menu and accessible toasts', async () => {
  await openScreen(PATH);
  await press('Open a menu');
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  for (const [button, title] of [
    ['Show a toast', 'Saved'],
    ['Show an error toast', 'Update failed'],
  ] as const) {
    await press(button);
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    await expectAccessible();
  }
});
