import type { Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator, type LogIn } from './support/people.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  PHONE,
  PICTURED,
  test,
} from './support/test.ts';

const PUBLIC_PATHS = [
  '',
  '/cards',
  '/cards?tab=research',
  '/payments',
  '/wire-transfers',
  '/mobile-recharge',
  '/utility-bills',
  '/personal',
  '/business',
  '/admin/login',
  '/payment-success',
  '/payment-cancel?type=card_order',
  '/about',
  '/careers',
  '/press',
  '/blog',
  '/support',
  '/contact',
  '/faq',
  '/security',
  '/privacy',
  '/terms',
  '/cookies',
  '/accessibility',
  '/settings',
];

const PERSONAL_PATHS = [
  '/personal',
  '/personal?tab=password',
  '/personal?tab=history',
  '/settings',
  '/cards',
];
const BUSINESS_PATHS = ['/business', '/business?tab=security', '/business?tab=history'];
const ADMIN_PATHS = ['/admin/panel', '/personal', '/admin/records', '/admin/deliveries'];

/** Words of names: people, companies, products, currencies and standards. */
const NAMES = new Set(
  [
    'BeaconPay Business Pro Standard Premium Metal Virtual Everyday Traveler Debit Cashback Credit',
    'Builder Secured Binance Pay IBAN SWIFT BIC CVV CSV English Deutsch Français Español',
    'Travel Airtel Glo Mobile mobile MTN Verizon Vodafone',
    'USD EUR GBP JPY CAD AUD CHF BTC ETH USDT USDC BNB XRP ADA SOL DOGE DOT LTC POL',
    'Bitcoin Ethereum Tether Coin Cardano Solana Dogecoin Polkadot Litecoin Polygon',
    'Harborline Freight Juniper Row Studio Summit Ledger Orbita Tessel Northbeam',
    'Banque Littoral Deccan Commerce Harbor National Lagos Marina Liberty Coast Maple Crest',
    'Mersey Thames Rheintal Southern Cross Bank',
    'Ada Lovelace Grace Hopper Amara Lindqvist Tobias Okafor Priya Haddad Noor Castellanos',
    'Ikenna Sørensen Mei Abernathy',
  ].flatMap((line) => line.split(' ')),
);

/** Texts and accessible names in Latin letters, without names that a customer or another company chose. */
async function latinTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const skipped =
      'script, noscript, style, code, bdi, [lang]:not(html), [data-slot=card-face], svg';
    while (walker.nextNode() !== null) {
      const { parentElement, data } = walker.currentNode as Text;
      if (parentElement?.closest(skipped) === null) texts.push(data);
    }
    // A label of a button repeats the name in its row.
    const names = [...document.body.querySelectorAll('bdi')]
      .map((bdi) => bdi.textContent)
      .filter((name) => name.includes(' '));
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest(skipped) !== null) continue;
      for (const attribute of ['aria-label', 'placeholder', 'title']) {
        const text = element.getAttribute(attribute) ?? '';
        texts.push(names.reduce((rest, name) => rest.replaceAll(name, ''), text));
      }
    }
    return texts;
  });
}

/** Words in Latin letters that are neither names nor addresses nor in the short id of a record. */
async function expectNoEnglish(page: Page): Promise<void> {
  const words = (await latinTexts(page))
    .map((text) =>
      text
        .replace(/\u2068[^\u2069]*\u2069/g, '')
        .replace(/\S*[@/]\S*/g, '')
        .replace(/\b[\da-f]{8}\b/g, ''),
    )
    .flatMap((text) => text.match(/\p{Script=Latin}{3,}/gu) ?? [])
    .filter((word) => !NAMES.has(word));
  expect([...new Set(words)], 'English on the page').toEqual([]);
}

/** Shows each page, on a phone and on a desktop. */
async function expectGoodPages(page: Page, tag: string, role: string, paths: readonly string[]) {
  for (const path of paths) {
    await test.step(`${role}: ${path || '/'}`, async () => {
      await page.goto(`/${tag}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const busy = page.locator('[aria-busy=true], [data-slot=skeleton]').filter({ visible: true });
      // Some parts load when they come into view.
      await expect(async () => {
        if ((await busy.count()) > 0) await busy.first().scrollIntoViewIfNeeded({ timeout: 1_000 });
        await expect(busy).toHaveCount(0, { timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
      }
      if (tag === 'ar') {
        await expectAccessible(page);
        await expectNoEnglish(page);
      }
      await page.evaluate(() => window.scrollTo(0, 0));
      await keepScreenshot(page, `${tag}-${role}${path.replaceAll(/\W+/g, '-') || '-home'}`);
    });
  }
}

async function openAs(page: Page, person: LogIn, tag: string): Promise<void> {
  await signIn(page, person);
  await page.goto(`/${tag}/settings`);
}

for (const tag of ['de', 'ar']) {
  test.describe(tag, () => {
    // The page offers another language to a browser with that language.
    test.use({ locale: tag });
    test(`Every page for visitors is complete in ${tag}`, PICTURED, async ({ page }) => {
      test.slow();
      await expectGoodPages(page, tag, 'visitor', PUBLIC_PATHS);
    });

    test(`Every page for customers is complete in ${tag}`, PICTURED, async ({ page }) => {
      test.slow();
      const administrator = await signInAdministrator();
      const person = await createCustomer({ fullName: 'Ada Lovelace' });
      const [approved, rejected] = [await submitOrder(person), await submitRecharge(person)];
      await decide(administrator, 'orders', approved, { status: 'manual_payment_approved' });
      await decide(administrator, 'recharges', rejected, {
        status: 'manual_payment_rejected',
        admin_notes: tag === 'ar' ? 'لم تصل الدفعة.' : 'Keine Zahlung eingegangen.',
      });
      await submitOrder(person, { reference: 'FT-2026-78' });
      await openAs(page, person, tag);
      await expectGoodPages(page, tag, 'customer', PERSONAL_PATHS);
      await expectGoodPages(page, tag, 'customer', [
        `/personal?tab=history&receipt=${approved}`,
        `/payment-success?type=card_order_manual&order_id=${approved}`,
      ]);
    });

    test(
      `Every page for companies and administrators is complete in ${tag}`,
      PICTURED,
      async ({ page }) => {
        test.slow();
        const company = await createCustomer({ accountType: 'business' });
        const orderId = await submitOrder(company);
        await openAs(page, company, tag);
        await expectGoodPages(page, tag, 'company', BUSINESS_PATHS);
        await openAs(page, await signInAdministrator(), tag);
        await expectGoodPages(page, tag, 'administrator', ADMIN_PATHS);
        await expectGoodPages(page, tag, 'administrator', [`/admin/records/${orderId}`]);
      },
    );
  });
}
