/** Takes the pictures of the README. Only `npm run pictures` runs this file, because it tests nothing. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { call, createAdministrator, openRecord } from './support/back-office.ts';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import { expect, PHONE, PICTURED, test, useStoredTheme } from './support/test.ts';

const WIDE = { width: 1200, height: 750 };
const DAY_MS = 86_400_000;

test.use({ viewport: WIDE });

/** Writes WebP, so that a clone of the project stays small. */
async function keepForReadme(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  await writeFile(`docs/pictures/${name}.webp`, Buffer.from(data, 'base64'));
}

test('The home page', PICTURED, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keepForReadme(page, 'home');
});

test('The cards page', PICTURED, async ({ page }) => {
  await page.goto('/cards');
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByLabel('Card name').fill('Travel');
  await page.evaluate(() => window.scrollTo(0, 0));
  await keepForReadme(page, 'cards');
});

test('The history on a phone', PICTURED, async ({ page }) => {
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  const administrator = await signInAdministrator();
  for (const [reference, status, note] of [
    ['WIRE-2026-0042', 'manual_payment_approved', 'Received, thank you.'],
    ['WIRE-2026-0043', 'manual_payment_rejected', 'No payment with this reference arrived.'],
  ] as const) {
    const orderId = await submitOrder(person, { reference });
    await decide(administrator, 'orders', orderId, { status, admin_notes: note });
  }
  await submitOrder(person, { reference: 'WIRE-2026-0044' });
  await page.setViewportSize(PHONE);
  await signIn(page, person);
  await page.goto('/personal?tab=history');
  const history = page.getByRole('list', { name: 'Transactions' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await history.evaluate((list) => list.scrollIntoView({ block: 'start' }));
  await page.mouse.wheel(0, -140);
  await keepForReadme(page, 'history-on-a-phone');
});

test('The admin panel in dark', PICTURED, async ({ page }) => {
  await useStoredTheme(page, 'dark');
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  await submitOrder(person, { reference: 'WIRE-2026-0042' });
  await submitRecharge(person);
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  await expect(page.getByRole('button', { name: /^Review/ }).first()).toBeVisible();
  await keepForReadme(page, 'admin-panel-in-dark');
});

/** Creates records of several customers in several states. Resolves to the record with the most content. */
async function fillBackOffice(administrator: Person): Promise<string> {
  const names = ['Katherine Johnson', 'Amara Lindqvist', 'Tobias Okafor', 'Priya Haddad'];
  const customers: Person[] = [];
  for (const fullName of names) customers.push(await createCustomer({ fullName }));
  const [katherine, amara, tobias, priya] = customers as [Person, Person, Person, Person];
  const approve = { status: 'manual_payment_approved' } as const;
  const reference = { reference: 'FT-2026-0042' };
  for (const customer of [katherine, tobias]) {
    await decide(administrator, 'orders', await submitOrder(customer, reference), approve);
  }
  await decide(administrator, 'recharges', await submitRecharge(amara), approve);
  await decide(administrator, 'orders', await submitOrder(priya, { tier: 'metal' }), {
    status: 'manual_payment_rejected',
    admin_notes: 'No payment with this reference arrived.',
  });
  await submitRecharge(tobias);
  const held = await submitOrder(amara, { reference: 'FT-2026-0077' });
  await call(administrator, 'hold_record', {
    record_id: held,
    until: new Date(Date.now() + 2 * DAY_MS).toISOString(),
    reason: 'Waiting for the bank.',
  });
  const orderId = await submitOrder(priya, { ...reference, tier: 'metal' });
  await call(administrator, 'open_record', { record_id: orderId });
  const note = `The amount is right. @${environment.secondAdministrator.email}, do you see it at the bank?`;
  const noted = await administrator.client
    .from('record_notes')
    .insert({ record_id: orderId, body: note });
  if (noted.error) throw noted.error;
  return orderId;
}

/** Hides the notice about the administrator's sign-in, which is above the heading. */
async function scrollToHeading(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

test('The back office', PICTURED, async ({ page }) => {
  // The job that stores the grades of the checks runs every minute.
  test.setTimeout(300_000);
  const administrator = await createAdministrator('Grace Hopper');
  await administrator.client.auth.signInWithPassword(administrator);
  const orderId = await fillBackOffice(administrator);
  await signIn(page, administrator);
  await page.goto('/admin/records');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row').getByText('Alarm').first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 100_000 });
  await scrollToHeading(page);
  await keepForReadme(page, 'records');

  await openRecord(page, orderId);
  await expect(page.getByText('Another customer used the reference before').first()).toBeVisible();
  await scrollToHeading(page);
  await keepForReadme(page, 'record');

  await page.goto('/admin/deliveries');
  await expect(page.getByRole('button', { name: /^Deliver/ }).first()).toBeVisible();
  await scrollToHeading(page);
  await keepForReadme(page, 'deliveries');
});
