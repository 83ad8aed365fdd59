import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  call,
  createAdministrator,
  expectRecord,
  openRecord,
  PENDING,
} from './support/back-office.ts';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { readRecord, submitOrder } from './support/records.ts';
import { expect, test } from './support/test.ts';

const RECORDS = 30;
/** A customer can have at most twenty pending records. */
const RECORDS_PER_CUSTOMER = 15;
const MAX_PRESSES = 3;

test.describe.configure({ mode: 'default' });

const linkOf = (page: Page, id: string) => page.getByRole('link', { name: id.slice(0, 8) });
const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });

const noteField = (page: Page) => page.getByLabel('Note', { exact: true });

/** Orders of new customers in the order of the queue. Their references have the mark. */
async function fillQueue(mark: string): Promise<string[]> {
  const ids: string[] = [];
  for (let customer = 0; customer < RECORDS / RECORDS_PER_CUSTOMER; customer += 1) {
    const person = await createCustomer();
    for (let order = 0; order < RECORDS_PER_CUSTOMER; order += 1) {
      ids.push(await submitOrder(person, { reference: `${mark}-${String(ids.length + 1)}` }));
    }
  }
  return ids;
}

/** The queue contains records of other tests. Assigns the older ones to another administrator. */
async function assignOthers(reviewer: Person, own: readonly string[]): Promise<void> {
  const other = await signInAdministrator(environment.secondAdministrator);
  const { data, error } = await reviewer.client
    .from('records')
    .select('id')
    .eq('status', PENDING)
    .is('assigned_to', null)
    .neq('user_id', other.userId);
  if (error) throw error;
  const others = data.map(({ id }) => String(id)).filter((id) => !own.includes(id));
  for (const id of others) {
    // Another test may have decided it by now.
    await call(reviewer, 'assign_record', {
      record_id: id,
      administrator_id: other.userId,
    }).catch(() => undefined);
  }
}

test('Thirty records are reviewed with the keyboard only, with at most three key presses each', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const mark = `KEYS-${randomUUID().slice(0, 8)}`;
  const reviewer = await createAdministrator('Katherine Johnson');
  await reviewer.client.auth.signInWithPassword(reviewer);
  const ids = await fillQueue(mark);
  await assignOthers(reviewer, ids);
  await signIn(page, reviewer);
  await page.goto(`/admin/records?text=${mark}&status=${PENDING}&sort=oldest`);
  const [firstId = ''] = ids;
  await expect(page.getByText(`${String(RECORDS)} records`, { exact: true })).toBeVisible();

  const presses: number[] = [];
  const press = async (key: string) => {
    await page.keyboard.press(key);
    presses[presses.length - 1] = (presses.at(-1) ?? 0) + 1;
  };
  await page.keyboard.press('j');
  await expect(linkOf(page, firstId)).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [index, id] of ids.entries()) {
    await expectRecord(page, id);
    presses.push(0);
    if (index % 3 === 2) {
      await press('r');
      await expect(page.getByRole('button', { name: 'Reject order' })).toBeFocused();
    } else {
      await press('a');
      await expect(approveButton(page)).toBeFocused();
    }
    await press('Enter');
    // The next record of the queue opens automatically.
    await expect(page).not.toHaveURL(new RegExp(id));
  }

  expect(presses).toHaveLength(RECORDS);
  expect(Math.max(...presses)).toBeLessThanOrEqual(MAX_PRESSES);
  const { data, error } = await reviewer.client
    .from('records')
    .select('id, status, decided_by')
    .in('id', ids)
    .order('created_at');
  if (error) throw error;
  expect(data).toEqual(
    ids.map((id, index) => ({
      id,
      status: index % 3 === 2 ? 'manual_payment_rejected' : 'manual_payment_approved',
      decided_by: reviewer.userId,
    })),
  );
  const rejected = await readRecord(reviewer, 'orders', ids[2] ?? '');
  expect(rejected.admin_notes).toMatch(/\S/);
});

test('Each key works in the list and on a record', async ({ page }) => {
  const mark = `KEYS-${randomUUID().slice(0, 8)}`;
  const person = await createCustomer();
  const ids = [
    await submitOrder(person, { reference: `${mark}-1` }),
    await submitOrder(person, { reference: `${mark}-2` }),
    await submitOrder(person, { reference: `${mark}-3` }),
  ];
  const [first = '', second = '', third = ''] = ids;
  const administrator = await createAdministrator('Mary Jackson');
  await signIn(page, administrator);
  await page.goto(`/admin/records?text=${mark}&sort=oldest`);
  await expect(linkOf(page, third)).toBeVisible();

  await page.keyboard.press('k');
  await expect(linkOf(page, first)).toBeFocused();
  await page.keyboard.press('j');
  await expect(linkOf(page, second)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(linkOf(page, third)).toBeFocused();
  await page.keyboard.press('k');
  await expect(linkOf(page, second)).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help).toContainText('Next record');
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await linkOf(page, second).focus();
  await page.keyboard.press('Enter');
  await expectRecord(page, second);

  // Opening assigns the record.
  await expect(page.getByLabel('Assigned to')).toHaveValue(administrator.userId);
  await page.keyboard.press('k');
  await expect(page).not.toHaveURL(new RegExp(second));
  await expect(page.getByLabel('Assigned to')).toBeEnabled();
  // A record of another test whose hold has just ended may come first.
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(second), { timeout: 5_000 });
  }).toPass();
  await expectRecord(page, second);
  await page.keyboard.press('?');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('h');
  const hold = page.getByRole('dialog', { name: 'Put on hold' });
  await expect(hold).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hold).toHaveCount(0);
  await page.keyboard.press('r');
  const reject = page.getByRole('dialog', { name: 'Reject this order?' });
  await expect(reject).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reject).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(approveButton(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(noteField(page)).toBeFocused();
  await approveButton(page).focus();
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/admin\/records#/);
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused();
});

test('No shortcut acts while the administrator types, or with Ctrl', async ({ page }) => {
  const person = await createCustomer();
  const id = await submitOrder(person);
  await signIn(page, await signInAdministrator());
  await openRecord(page, id);
  const url = page.url();
  const keys = 'jkarhn/?';
  for (const field of [noteField(page), page.getByLabel('Admin notes')]) {
    await field.focus();
    await page.keyboard.type(keys);
    await expect(field).toHaveValue(keys);
  }
  await page.getByLabel('Assigned to').focus();
  await page.keyboard.press('r');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+r');
  await expectRecord(page, id);
  await page.keyboard.press('Alt+h');
  await page.keyboard.press('a');
  await expect(approveButton(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(url);

  await page.goto('/admin/records');
  const search = page.getByLabel('Search', { exact: true });
  await search.focus();
  await page.keyboard.type(keys);
  await expect(search).toHaveValue(keys);
  await expect(search).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('The keys work with an Arabic keyboard', async ({ page }) => {
  const id = await submitOrder(await createCustomer());
  await signIn(page, await signInAdministrator());
  await openRecord(page, id);
  // The key of the letter A types "ش".
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ش', code: 'KeyA', bubbles: true }),
    ),
  );
  await expect(approveButton(page)).toBeFocused();
});
