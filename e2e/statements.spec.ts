import { randomInt } from 'node:crypto';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { readRecord, submitOrder } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
const today = new Date().toISOString().slice(0, 10);

/** A statement of a bank as a table. */
function createStatement(account: string, payments: readonly [string, string, string][]): string {
  return [
    'Date;Amount;Currency;Account;Payer;Description',
    ...payments.map(
      ([amount, payer, text]) => `${today};${amount};USD;${account};${payer};${text}`,
    ),
  ].join('\n');
}

test(
  'An operator uploads a statement, and approves the matching payment with one click',
  PICTURED,
  async ({ page }) => {
    const customer = await createCustomer({ fullName: 'Ada Lovelace' });
    const reference = `TR-${digits(10)}`;
    const account = `ACC${digits(12)}`;
    const orderId = await submitOrder(customer, { reference });
    await signIn(page, await signInAdministrator(environment.secondAdministrator));
    await page.goto('/admin/panel');
    await page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: 'Statements' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
    await expectGoodScreen(page, 'statements-empty');

    // The spaces and the case of the reference do not matter.
    const text = `thanks ${reference.toLowerCase().replace('-', ' ')}`;
    const statement = createStatement(account, [
      ['15.00', 'Ada Lovelace', text],
      ['7.25', 'Jean Valjean', 'for my friend'],
      ['-3.10', 'Bank', 'monthly fee'],
    ]);
    await page.getByLabel(/^Drop statements here/).setInputFiles([
      { name: 'scan.xml', mimeType: 'text/xml', buffer: Buffer.from('%PDF-1.7\n%%EOF') },
      { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) },
    ]);
    const files = page.getByRole('list', { name: 'Files' });
    await expect(files).toContainText('This is a PDF, whatever its name.');
    await expect(files).toContainText('3 lines');
    await page.getByLabel('This is our account').check();
    await expectGoodScreen(page, 'statements-preview');
    await page.getByRole('button', { name: 'Import lines' }).click();
    const summary = page.getByRole('status').filter({ hasText: 'Import finished' });
    await expect(summary).toContainText('New3');
    await expect(summary).toContainText('Proposed1');
    await expect(summary).toContainText('Cases1');
    await expectGoodScreen(page, 'statements-imported');

    await page.getByRole('tab', { name: 'Lines' }).click();
    await page.getByRole('searchbox').fill(text);
    await expect(page).toHaveURL(/text=thanks/);
    const line = page.getByRole('row').filter({ hasText: text });
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(line).toContainText('Proposed');
    await expect(line).toContainText(orderId.slice(0, 8));
    await expectGoodScreen(page, 'statements-lines');

    await page.getByRole('tab', { name: /^Proposals/ }).click();
    const proposal = page.getByRole('row').filter({ hasText: orderId.slice(0, 8) });
    await expect(proposal).toContainText('$15.00');
    await expectGoodScreen(page, 'statements-proposals');
    await page.getByRole('button', { name: /^Approve \d+ payment/ }).click();
    await expect(toastOf(page)).toContainText('approved');
    await expect(proposal).toHaveCount(0);
    expect((await readRecord(customer, 'orders', orderId)).status).toBe('manual_payment_approved');
  },
);

test(
  'A case is closed with a note, and a statement is imported once, in any order of its lines',
  PICTURED,
  async ({ page }) => {
    const payer = `Jean Valjean ${digits(6)}`;
    const statement = createStatement(`ACC${digits(12)}`, [
      ['7.25', payer, 'for my friend'],
      ['-3.10', 'Bank', 'monthly fee'],
    ]);
    await signIn(page, await signInAdministrator(environment.secondAdministrator));
    await page.goto('/admin/statements');
    const chooser = page.getByLabel(/^Drop statements here/);
    const buffer = Buffer.from(statement);
    await chooser.setInputFiles({ name: 'first.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel('This is our account').check();
    await page.getByRole('button', { name: 'Import lines' }).click();
    await page.getByRole('button', { name: 'Show cases' }).click();

    const unknown = page.getByRole('row').filter({ hasText: payer });
    await expect(unknown).toContainText('No record found');
    await expectGoodScreen(page, 'statements-cases');
    await unknown.getByRole('button', { name: /^Decide/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide on this payment' });
    await dialog.getByText('Mark as refunded').first().click();
    await expectGoodScreen(page, 'statements-case-dialog', '[role=dialog]');
    await dialog.getByLabel('Note').fill('Sent back to the payer.');
    await dialog.getByRole('button', { name: 'Mark as refunded' }).click();
    await expect(toastOf(page)).toContainText('Decision saved');
    await expect(unknown).toHaveCount(0);

    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByLabel('Days until names and texts are deleted')).toHaveValue('730');
    await expectGoodScreen(page, 'statements-settings');

    await page.getByRole('tab', { name: 'Import' }).click();
    const [header = '', ...rows] = statement.split('\n');
    await chooser.setInputFiles({
      name: 'again.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...rows.toReversed()].join('\r\n')),
    });
    await page.getByRole('button', { name: 'Import lines' }).click();
    const again = page.getByRole('status').filter({ hasText: 'Import finished' }).last();
    await expect(again).toContainText('New0');
    await expect(again).toContainText('Already known2');
  },
);
