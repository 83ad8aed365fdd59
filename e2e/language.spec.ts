import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { findPendingRow, panelAtNewest } from './support/pending-list.ts';
import { submitOrder } from './support/records.ts';
import { expect, test } from './support/test.ts';

const ZONE = 'Asia/Dubai';

/** A time as an English page shows it, in the time zone of the browser. */
const inEnglish = (timestamp: string) =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: ZONE,
  }).format(new Date(timestamp));

for (const locale of ['fa-IR', 'de-DE']) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale, timezoneId: ZONE });

    test('Times, ages and numbers are in English, in the time zone of the browser', async ({
      page,
    }) => {
      const person = await createCustomer();
      const id = await submitOrder(person);
      const order = await person.client
        .from('orders')
        .select('created_at')
        .eq('id', id)
        .single<{ created_at: string }>();
      if (order.error) throw order.error;
      const submitted = inEnglish(order.data.created_at);
      await signIn(page, person);
      await page.goto('/personal?tab=history');
      const transactions = page.getByRole('list', { name: 'Transactions' });
      await expect(transactions).toContainText(`Card order · ${submitted}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');

      const administrator = await signInAdministrator();
      await signIn(page, administrator);
      await page.goto(await panelAtNewest(administrator));
      const row = await findPendingRow(page, 'Pending card orders', id.slice(0, 8));
      await expect(row).toContainText(submitted);
      await expect(row).toContainText(/this minute|\d+ minutes? ago/);
      await expect(page.getByRole('navigation', { name: 'Users pages' })).toContainText(
        /^\d+–\d+ of \d+/,
      );
    });
  });
}
