import { createCustomer, signIn } from './support/people.ts';
import { expect, expectAccessible, PHONE, test } from './support/test.ts';

const HOME_TITLES = {
  de: 'BeaconPay: zahlen und bezahlt werden, überall',
  fr: 'BeaconPay : payez et soyez payé, partout',
  es: 'BeaconPay: paga y cobra, en cualquier lugar',
  hi: 'BeaconPay: कहीं भी भुगतान करें और पाएँ',
  ar: 'BeaconPay: ادفع واستلم في أي مكان',
};

for (const [tag, title] of Object.entries(HOME_TITLES)) {
  test(`The home page in ${tag} has its language, direction and title before any script`, async ({
    request,
  }) => {
    const page = (await (await request.get(`/${tag}`)).text()).replaceAll('\u00a0', ' ');
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).toMatch(
      new RegExp(`<html [^>]*lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}"`),
    );
    for (const other of ['en', ...Object.keys(HOME_TITLES)]) {
      expect(page).toContain(`hreflang="${other}"`);
    }
  });
}

test('An unknown path of a language shows the home page in that language', async ({ page }) => {
  await page.goto('/de/unknown');
  await expect(page.getByRole('button', { name: 'Jetzt starten' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('Choosing another language keeps page, search and what was typed', async ({ page }) => {
  await page.goto('/cards?tab=order');
  await page.getByLabel('Card name').fill('Travel');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/cards\?tab=order$/);
  await expect(page.getByLabel('Kartenname')).toHaveValue('Travel');
  await page.getByRole('contentinfo').getByRole('link', { name: 'العربية' }).click();
  await expect(page).toHaveURL(/\/ar\/cards\?tab=order$/);
  await expect(page.getByLabel('اسم البطاقة')).toHaveValue('Travel');
});

test.describe('a browser in Austrian German', () => {
  test.use({ locale: 'de-AT' });

  test('The first visit offers German, without a redirect, and remembers the answer', async ({
    page,
  }) => {
    await page.goto('/cards');
    await expect(page).toHaveURL(/\/cards$/);
    const offer = page.getByRole('region', { name: 'BeaconPay gibt es auch auf Deutsch.' });
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Card name').fill('Travel');
    await offer.getByRole('button', { name: 'Zu Deutsch wechseln' }).click();
    await expect(page).toHaveURL(/\/de\/cards$/);
    await expect(page.getByLabel('Kartenname')).toHaveValue('Travel');
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });

  test('The offer is declined once', async ({ page }) => {
    await page.goto('/about');
    const decline = page.getByRole('button', { name: 'Nicht jetzt' });
    await decline.click();
    await expect(decline).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(decline).toHaveCount(0);
  });
});

test('A customer orders a card in German', async ({ page }) => {
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  await signIn(page, person);
  await page.goto('/de/cards');
  await page.getByRole('radio', { name: /Premium/ }).click();
  await page.getByLabel('Transaktionsreferenz').fill('FT-DE-1');
  await page.getByRole('button', { name: 'Bestellung abschicken' }).click();
  await expect(page).toHaveURL(/\/de\/payment-success\?/);
  await expect(page.getByRole('heading', { name: 'Kartenbestellung eingereicht' })).toBeVisible();
  await expect(page.getByText('15,00 $').first()).toBeVisible();
  await page.goto('/de/personal');
  await expect(page.getByRole('heading', { name: 'Willkommen, Ada Lovelace!' })).toBeVisible();
});

test('Pages in Arabic run from right to left, are accessible and fit a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const path of ['', '/cards', '/payments', '/wire-transfers', '/mobile-recharge', '/about']) {
    await page.goto(`/ar${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});

test('A language that a signed-in user chooses is stored on the account, and a visited one is not', async ({
  page,
}) => {
  const person = await createCustomer();
  const stored = async () => {
    const { data } = await person.client.auth.getUser();
    return (data.user?.user_metadata as { locale?: string } | undefined)?.locale;
  };
  await signIn(page, person);
  await page.goto('/fr/personal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored()).toBeUndefined();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/personal$/);
  await expect.poll(stored).toBe('de');
});
