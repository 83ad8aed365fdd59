import { call, openRecord, timelineOf } from './support/back-office.ts';
import { environment } from './support/environment.ts';
import {
  createConfirmedCustomer,
  createCustomer,
  signIn,
  signInAdministrator,
  signInByMailServer,
} from './support/people.ts';
import { decide, submitOrder } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const QUESTION = 'Which reference did your bank give you?';

test(
  'An administrator asks the customer a question, and its mail links to the filled-in form',
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
    await expect(timelineOf(page).filter({ hasText: QUESTION })).toContainText(operator.email);

    const context = await browser.newContext();
    const other = await context.newPage();
    // A visitor opens the link of the mail, then the customer.
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

interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
}

/** Runs the function that a job calls every minute, until the mail host has these mails for the address. */
async function receiveMails(address: string, subjects: readonly string[]): Promise<ReceivedMail[]> {
  const inbox = `${environment.inboxUrl}/mails?to=${encodeURIComponent(address)}`;
  let mails: ReceivedMail[] = [];
  await expect(async () => {
    const run = await fetch(`${environment.mail.url}/functions/v1/send-mails`, { method: 'POST' });
    expect(run.status).toBe(200);
    mails = (await (await fetch(inbox)).json()) as ReceivedMail[];
    expect(mails.map(({ subject }) => subject)).toEqual(subjects);
  }).toPass({ timeout: 60_000 });
  return mails;
}

test('Mails about a record reach the mail host, link to its form, and are in its timeline', async ({
  page,
  browser,
}) => {
  const customer = await createConfirmedCustomer();
  const id = await submitOrder(customer, { reference: 'TR-BY-MAIL' });
  const operator = await signInByMailServer(environment.administrator);
  await call(operator, 'ask_customer', { record_id: id, question: QUESTION });
  const [, question] = await receiveMails(customer.email, [
    'We received your order',
    'We need something from you',
  ]);
  expect(question?.text).toContain(QUESTION);
  const link = /http\S+again=\S+/.exec(question?.text ?? '')?.[0] ?? '';

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, customer, environment.mail);
  await other.goto(link);
  await expect(other.getByLabel('Transaction reference')).toHaveValue('TR-BY-MAIL');
  await context.close();

  await decide(operator, 'orders', id, { status: 'manual_payment_approved' });
  await receiveMails(customer.email, [
    'We received your order',
    'We need something from you',
    'Your payment is confirmed',
  ]);
  await signIn(page, environment.administrator, environment.mail);
  await page.goto(`${environment.mail.url}/admin/records/${id}`);
  await expect(timelineOf(page).filter({ hasText: 'Email “' })).toHaveCount(3);
});
