import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectCount, expectNone, expectToast, expectValue } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const dialog = page.getByRole('dialog', { name: 'Edit Company' });
const save = dialog.getByRole('button', { name: 'Save Changes' });
const SAVE = 'PATCH /rest/v1/profiles';

async function openDashboard(): Promise<FakeBackend> {
  const person = createPerson({ account_type: 'business', full_name: 'Ada Lovelace' });
  const backend = await openScreen('/business', { person });
  backend.respond(SAVE, () => Response.json([{ id: person.id }]));
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Business Dashboard' }))
    .toBeVisible();
  return backend;
}

async function openForm(): Promise<FakeBackend> {
  const backend = await openDashboard();
  await page.getByRole('button', { name: 'Edit Company' }).click();
  return backend;
}

/** @covers 2.8, 2.business.4 */
test('A personal account sees the message that the area is for business accounts', async () => {
  await openScreen('/business', { person: createPerson() });
  await expect
    .element(page.getByText('Access Denied. This area is for business accounts.'))
    .toBeVisible();
  await expectNone(page.getByRole('button', { name: 'Edit Company' }));
  await expectAccessible();
});

test('A business account has its security settings on its dashboard', async () => {
  await openDashboard();
  await page.getByRole('tab', { name: 'Security' }).click();
  for (const name of ['Change Password', 'Two-step verification', 'Logged-in devices']) {
    await expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
});

/** @covers 5.profile-edit.1 */
test('No company field is required', async () => {
  await openForm();
  await dialog.getByLabelText('Contact name').fill('');
  await save.click();
  await expectToast('Company Profile Updated');
});

test('A website with a javascript: URL is rejected at the field and is not sent', async () => {
  const backend = await openForm();
  await dialog.getByLabelText('Website').fill('javascript:alert(1)');
  await save.click();
  await expect.element(dialog.getByText('Enter a web address.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Website')).toHaveAttribute('aria-invalid', 'true');
  expect(backend.sent(SAVE)).toEqual([]);
});

test('A failed save shows Update Failed with the backend message and keeps what was typed', async () => {
  const backend = await openForm();
  backend.respond(SAVE, () =>
    Response.json({ code: '23514', message: 'Try again later' }, { status: 400 }),
  );
  await dialog.getByLabelText('Company name').fill('Analytical Engines');
  await save.click();
  await expectToast('Update Failed', 'Try again later');
  await expectValue(dialog.getByLabelText('Company name'), 'Analytical Engines');
});

/** @covers 2.business.2 */
test('Five tools are marked Coming Soon and the promo button is disabled', async () => {
  await openDashboard();
  for (const name of [
    'Team Management',
    'Financial Analytics',
    'Invoicing',
    'Payroll',
    'Business Support',
  ]) {
    const tool = page.getByRole('listitem').filter({ hasText: name });
    await expect.element(tool.getByText('Coming Soon')).toBeVisible();
    await expect.element(tool.getByRole('group')).toHaveAttribute('aria-disabled', 'true');
  }
  await expectCount(page.getByText('Coming Soon', { exact: true }), 5);
  await expect
    .element(page.getByRole('button', { name: 'Upgrade to Business Pro' }))
    .toBeDisabled();
});
