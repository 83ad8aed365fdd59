import { openRecord, timelineOf } from './support/back-office.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { submitOrder } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const LIVE = { timeout: 30_000 };
const QUESTION = 'Which reference did your bank give you?';

test(
  'An administrator asks the customer, who finds the question and the filled-in form',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createCustomer({ fullName: 'Dorothy Vaughan' });
    const id = await submitOrder(customer, { reference: 'TR-UNCLEAR', tier: 'metal' });
    const operator = await signInAdministrator();
    await signIn(page, operator);
    await openRecord(page, id);
    await page.getByRole('button', { name: 'Ask the customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask the customer' });
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await expect(dialog.getByText('Enter a question for the customer.')).toBeVisible();
    await expectGoodScreen(page, 'record-ask', '[role=dialog]');
    await dialog.getByLabel('Question to the customer').fill(QUESTION);
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(toastOf(page).filter({ hasText: 'Question sent' })).toBeVisible();
    await expect(timelineOf(page).filter({ hasText: QUESTION })).toContainText(
      operator.email,
      LIVE,
    );

    const context = await browser.newContext();
    const other = await context.newPage();
    // The link of the mail, opened by a visitor and then by the customer.
    await other.goto(`/cards?again=${id}`);
    await expect(other.getByText('Log in to see what we need from you.')).toBeVisible();
    await signIn(other, customer);
    await other.goto(`/cards?again=${id}`);
    const notice = other.getByRole('status').filter({ hasText: 'We need something from you' });
    await expect(notice).toContainText(QUESTION);
    await expect(notice).toContainText(id.slice(0, 8));
    await expect(other.getByRole('radio', { name: 'Metal' })).toBeChecked();
    await expect(other.getByRole('radio', { name: 'Bank Transfer' })).toBeChecked();
    await expect(other.getByLabel('Card name')).toHaveValue('Travel');
    await expect(other.getByLabel('Transaction reference')).toHaveValue('TR-UNCLEAR');
    await expectGoodScreen(other, 'again');
    await context.close();
  },
);
