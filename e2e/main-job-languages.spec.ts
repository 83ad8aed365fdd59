import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { receiveMail } from './support/mail.ts';
import { panelWithOrder } from './support/pending-list.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import {
  expect,
  expectGoodScreen,
  expectNoSidewaysScroll,
  PICTURED,
  test,
} from './support/test.ts';

interface Texts {
  readonly tag: string;
  readonly signUp: string;
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly createAccount: string;
  readonly signedUp: string;
  readonly checkEmail: string;
  readonly accountMenu: string;
  readonly cardName: string;
  readonly reference: string;
  readonly submitOrder: string;
  readonly isMissing: string;
  readonly pleaseProvide: string;
  readonly submitted: string;
  readonly pendingOrders: string;
  readonly review: string;
  readonly notes: string;
  readonly reject: string;
  readonly approve: string;
  readonly saved: string;
  readonly rejected: string;
  readonly approved: string;
  readonly order: string;
  readonly details: RegExp;
  readonly receipt: string;
  readonly amount: string;
}

const GERMAN: Texts = {
  tag: 'de',
  signUp: 'Registrieren',
  fullName: 'Vollständiger Name',
  email: 'E-Mail',
  password: 'Passwort',
  createAccount: 'Konto mit E-Mail erstellen',
  signedUp: 'Registrierung erfolgreich!',
  checkEmail: 'Prüfen Sie Ihr Postfach',
  accountMenu: 'Kontomenü',
  cardName: 'Kartenname',
  reference: 'Transaktionsreferenz',
  submitOrder: 'Bestellung abschicken',
  isMissing: 'Angaben fehlen',
  pleaseProvide: 'Bitte geben Sie die Transaktionsreferenz Ihrer Zahlung an.',
  submitted: 'Kartenbestellung eingereicht',
  pendingOrders: 'Ausstehende Kartenbestellungen',
  review: 'Prüfen',
  notes: 'Notizen des Administrators',
  reject: 'Ablehnen',
  approve: 'Genehmigen',
  saved: 'Erfolg',
  rejected: 'manuelle Zahlung abgelehnt',
  approved: 'manuelle Zahlung genehmigt',
  order: 'Bestellung der virtuellen Karte Premium',
  details: /^Details: /,
  receipt: 'Beleg',
  amount: '15,00 $',
};

const ARABIC: Texts = {
  tag: 'ar',
  signUp: 'إنشاء حساب',
  fullName: 'الاسم الكامل',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  createAccount: 'إنشاء حساب بالبريد',
  signedUp: 'تم إنشاء الحساب!',
  checkEmail: 'تحقق من بريدك',
  accountMenu: 'قائمة الحساب',
  cardName: 'اسم البطاقة',
  reference: 'مرجع المعاملة',
  submitOrder: 'إرسال الطلب',
  isMissing: 'معلومات ناقصة',
  pleaseProvide: 'أدخل مرجع معاملة دفعتك.',
  submitted: 'تم إرسال طلب البطاقة',
  pendingOrders: 'طلبات البطاقات قيد الانتظار',
  review: 'مراجعة',
  notes: 'ملاحظات المسؤول',
  reject: 'رفض',
  approve: 'موافقة',
  saved: 'تم بنجاح',
  rejected: 'رُفض الدفع اليدوي',
  approved: 'تمت الموافقة على الدفع اليدوي',
  order: 'طلب بطاقة افتراضية',
  details: /^تفاصيل/,
  receipt: 'إيصال',
  amount: '15.00',
};

const toastOf = (page: Page) => page.locator('[data-slot=toast]');

/** Fills in and sends the order of the Premium card. */
async function orderCard(page: Page, texts: Texts, reference: string): Promise<void> {
  await page.getByRole('radio', { name: /Premium/ }).check({ force: true });
  await page.getByLabel(texts.cardName).fill('Travel');
  await page.getByLabel(texts.reference).fill(reference);
  await page.getByRole('button', { name: texts.submitOrder }).click();
}

/** Opens the review of the order with this reference, as an administrator. */
async function openReview(page: Page, texts: Texts, reference: string) {
  const administrator = await signInAdministrator();
  await signIn(page, administrator);
  await page.goto(`/${texts.tag}${await panelWithOrder(administrator, reference)}`);
  const table = page.getByRole('table', { name: texts.pendingOrders });
  const row = table.getByRole('row').filter({ hasText: reference });
  await row.getByRole('button', { name: texts.review }).click();
  return { row, review: page.getByRole('dialog') };
}

for (const texts of [GERMAN, ARABIC]) {
  const { tag } = texts;
  test.describe(tag, () => {
    // The page offers another language to a browser with that language.
    test.use({ locale: tag });

    test(
      `A customer orders a card in ${tag}, an administrator rejects it, and the customer sees why`,
      PICTURED,
      async ({ page, browser }) => {
        const reference = `WIRE-${randomUUID()}`;
        const customer = await createCustomer({ fullName: 'Ada Lovelace' });
        await signIn(page, customer);
        await page.goto(`/${tag}/cards`);

        // Refused: the reference is missing.
        await orderCard(page, texts, '');
        await expect(toastOf(page)).toContainText(texts.isMissing);
        await expect(page.getByText(texts.pleaseProvide).first()).toBeVisible();
        await expectGoodScreen(page, `${tag}-order-refused`);

        await orderCard(page, texts, reference);
        await expect(page).toHaveURL(new RegExp(`/${tag}/payment-success\\?`));
        await expect(page.getByRole('heading', { name: texts.submitted })).toBeVisible();
        await expectGoodScreen(page, `${tag}-order-submitted`);

        const adminPage = await (
          await browser.newContext({ baseURL: environment.url, locale: tag })
        ).newPage();
        const { row, review } = await openReview(adminPage, texts, reference);
        await expect(review).toContainText('Ada Lovelace');
        await expect(review).toContainText(texts.amount);
        await review.getByLabel(texts.notes).fill('No payment of $15.00 arrived.');
        await expectGoodScreen(adminPage, `${tag}-review`, '[role=dialog]');
        await review.getByRole('button', { name: texts.reject, exact: true }).click();
        const question = adminPage.getByRole('alertdialog');
        await expectGoodScreen(adminPage, `${tag}-reject`, '[role=alertdialog]');
        await question.getByRole('button', { name: texts.reject }).click();
        await expect(toastOf(adminPage)).toContainText(texts.saved);
        await expect(row).toHaveCount(0);

        await page.goto(`/${tag}/personal?tab=history`);
        const item = page.getByRole('listitem').filter({ hasText: texts.order });
        await expect(item).toContainText(texts.rejected);
        await expect(item).toContainText('No payment of $15.00 arrived.');
        await expectGoodScreen(page, `${tag}-order-rejected`);
      },
    );

    test(
      `A customer sees the receipt of an approved order in ${tag}`,
      PICTURED,
      async ({ page, browser }) => {
        const reference = `WIRE-${randomUUID()}`;
        // A name in another script, and characters that could reorder the texts around it.
        const fullName = tag === 'ar' ? 'Zoë Müller' : 'عائشة';
        const customer = await createCustomer({ fullName: `${fullName}\u202e` });
        await signIn(page, customer);
        await page.goto(`/${tag}/cards`);
        await orderCard(page, texts, reference);
        await expect(page.getByRole('heading', { name: texts.submitted })).toBeVisible();

        const adminPage = await (
          await browser.newContext({ baseURL: environment.url, locale: tag })
        ).newPage();
        const { review } = await openReview(adminPage, texts, reference);
        await expect(review.locator('bdi').filter({ hasText: fullName })).toHaveText(fullName);
        await review.getByRole('button', { name: texts.approve, exact: true }).click();
        await expect(toastOf(adminPage)).toContainText(texts.saved);

        await page.goto(`/${tag}/personal?tab=history`);
        await page.getByRole('button', { name: texts.details }).click();
        await page.getByRole('button', { name: new RegExp(`^${texts.receipt}`) }).click();
        const receipt = page.getByRole('dialog', { name: texts.receipt });
        await expect(receipt.getByRole('article')).toContainText(texts.approved);
        await expect(receipt).toContainText(texts.amount);
        await expect(receipt.locator('bdi').filter({ hasText: fullName })).toHaveText(fullName);
        await expectGoodScreen(page, `${tag}-receipt`, '[role=dialog]');
      },
    );

    test(
      `A visitor signs up in ${tag}, and the link of the mail signs in`,
      PICTURED,
      async ({ page }) => {
        const email = `mail-${randomUUID().slice(0, 13)}@example.com`;
        await page.goto(`${environment.mail.url}/${tag}/cards`);
        await page.getByRole('banner').getByRole('button', { name: texts.signUp }).click();
        const dialog = page.getByRole('dialog', { name: texts.signUp });
        await expect(dialog).toBeVisible();
        await expectGoodScreen(page, `${tag}-sign-up`, '[role=dialog]');
        await dialog.getByLabel(texts.fullName).fill('Ada Lovelace');
        await dialog.getByLabel(texts.email).fill(email);
        await dialog.getByLabel(texts.password, { exact: true }).fill('correct horse battery');
        await dialog.getByRole('button', { name: texts.createAccount }).click();
        await expect(toastOf(page)).toContainText(texts.signedUp);
        await expect(page.getByRole('dialog', { name: texts.checkEmail })).toContainText(email);
        await expectNoSidewaysScroll(page);
        const { link } = await receiveMail(email);
        await page.goto(link);
        // The link opens a signed-in page in its own language.
        await expect(page.locator('[data-slot=dropdown-menu-trigger]')).toBeVisible();
        await page.goto(`${environment.mail.url}/${tag}/personal`);
        await expect(page.getByRole('button', { name: texts.accountMenu })).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lovelace');
      },
    );
  });
}
