import type { Page } from '@playwright/test';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { submitOrder } from './support/records.ts';
import { fillCard } from './support/submissions.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Order' });
const tier = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Card tier' }).getByRole('radio', { name });
const method = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio', { name });

async function openSignedIn(page: Page): Promise<Person> {
  const customer = await createCustomer();
  await signIn(page, customer);
  await page.goto('/cards');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
  return customer;
}

async function fillOrder(page: Page): Promise<void> {
  await tier(page, 'Premium').check();
  await page.getByLabel('Transaction reference').fill('WIRE-2026-0042');
}

async function countOrders({ client, userId }: Person): Promise<number | null> {
  const { count, error } = await client
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId);
  if (error) throw error;
  return count;
}

test('An identical reference for the same amount asks before it makes a second record', async ({
  page,
}) => {
  const customer = await openSignedIn(page);
  const first = await submitOrder(customer, { reference: 'WIRE-2026-0042' });
  await fillOrder(page);
  await submitButton(page).click();
  const question = page.getByRole('group', { name: 'Already submitted?' });
  await expect(question).toContainText(first.slice(0, 8));
  await expect(question).toContainText('pending manual verification');
  await expect(question).toBeFocused();
  await expectAccessible(page);
  await submitButton(page).click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Do not submit' }).click();
  await expect(question).toHaveCount(0);
  expect(await countOrders(customer)).toBe(1);

  await tier(page, 'Metal').check();
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await countOrders(customer)).toBe(2);

  await page.goto('/cards');
  await fillOrder(page);
  await submitButton(page).click();
  await question.getByRole('button', { name: 'Submit a second one' }).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await countOrders(customer)).toBe(3);
});

test('The same card paying the same amount again is asked about, too', async ({ page }) => {
  const customer = await openSignedIn(page);
  for (const expectedCount of [1, 2]) {
    await tier(page, 'Metal').check();
    await method(page, 'Card Payment').check();
    await fillCard(page);
    await submitButton(page).click();
    if (expectedCount === 2) {
      await page.getByRole('button', { name: 'Submit a second one' }).click();
    }
    await expect(page).toHaveURL(/\/payment-success/);
    expect(await countOrders(customer)).toBe(expectedCount);
    await page.goto('/cards');
  }
});
