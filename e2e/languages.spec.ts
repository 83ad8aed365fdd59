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

test('An unknown language in the URL shows the home page in English', async ({ page }) => {
  for (const path of ['/tlh', '/tlh/cards', '/de-AT/cards']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay and get paid');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  }
});

test('A page has absolute URLs of itself and of its other languages', async ({ request }) => {
  const page = await (await request.get('/de/cards')).text();
  expect(page).toMatch(/<link rel="canonical" href="http[^"]+\/de\/cards">/);
  expect(page).toMatch(/hreflang="ar" href="http[^"]+\/ar\/cards">/);
  expect(page).toMatch(/hreflang="x-default" href="http[^"]+\/cards">/);
});

test('The language is chosen in the settings, and the next visit of the home page uses it', async ({
  page,
}) => {
  await page.goto('/settings');
  await page.getByRole('main').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/settings$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/de$/);
  await expect(page.getByRole('button', { name: 'Jetzt starten' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay and get paid');
});

test('A stored language that no longer exists is ignored', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('beaconpay-language', 'tlh'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay and get paid');
});

test('A customer changes the language of a half-filled order and sends it', async ({ page }) => {
  const person = await createCustomer();
  await signIn(page, person);
  await page.goto('/cards');
  await page.getByRole('radio', { name: /Metal/ }).check({ force: true });
  await page.getByLabel('Transaction reference').fill('FT-AR-1');
  await page.getByRole('contentinfo').getByRole('link', { name: 'العربية' }).click();
  await expect(page).toHaveURL(/\/ar\/cards$/);
  await expect(page.getByRole('radio', { name: /Metal/ })).toBeChecked();
  await expect(page.getByLabel('مرجع المعاملة')).toHaveValue('FT-AR-1');
  await page.getByRole('button', { name: 'إرسال الطلب' }).click();
  await expect(page).toHaveURL(/\/ar\/payment-success\?/);
});

test('In Arabic the arrow keys follow the direction of the tabs', async ({ page }) => {
  await page.goto('/ar/cards');
  const order = page.getByRole('tab', { name: 'طلب بطاقة افتراضية' });
  // Before the page is interactive, keys have no effect.
  await expect(async () => {
    await order.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'مقارنة البطاقات' })).toBeFocused({
      timeout: 1_000,
    });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(order).toBeFocused();
});

test('Choosing another language keeps page, search and input', async ({ page }) => {
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

  test('The first visit offers German without a redirect, and stores the choice', async ({
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

  test('A declined offer is not shown again', async ({ page }) => {
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

test('Pages in Arabic are right-to-left and accessible, and fit a phone', async ({ page }) => {
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

test('The account stores a language that its user chooses, and not a visited one', async ({
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
