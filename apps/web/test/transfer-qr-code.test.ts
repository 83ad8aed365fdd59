import { PENDING_STATUS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { PAYMENT_CODE } from './support/backend.ts';
import { expectNone, expectText } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const GERMAN_ACCOUNT = [
  { label: 'Bank', value: 'Night Sea Bank' },
  { label: 'Account holder', value: 'Beacon Pay GmbH' },
  { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
];
const SWISS_ACCOUNT = [
  { label: 'Account holder', value: 'Beacon Pay AG' },
  { label: 'IBAN', value: 'CH93 0076 2011 6238 5295 7' },
  { label: 'Address', value: 'Bahnhofstrasse 1, 8001 Zürich' },
];

const main = page.getByRole('main');
const button = main.getByRole('button', { name: 'QR code' });

/** Opens the success page of a submitted order with a payment code. */
async function openOrder(
  currency: string,
  details: typeof GERMAN_ACCOUNT,
  qr: Readonly<Record<string, boolean>> = { bank_transfer: true },
): Promise<void> {
  await openScreen(
    '/payment-success?type=card_order_manual&order_id=7c1d9f3e-5d0a-4c88-9f0e-2a4b1c6d8e90',
    {
      person: createPerson(),
      prepare({ respond }) {
        respond('POST /rest/v1/rpc/payment_options', () => Response.json({ qr }));
        respond('GET /rest/v1/orders', () =>
          Response.json({
            status: PENDING_STATUS,
            admin_notes: null,
            amount: 15,
            currency,
            payment_method: 'bank_transfer',
            payment_details: { details },
            transaction_reference: 'TR-2026-77',
            payment_code: PAYMENT_CODE,
            stripe_session_id: null,
            card_details: { tier: 'premium', cardName: 'Travel' },
          }),
        );
      },
    },
  );
  await expectText(main, PAYMENT_CODE);
}

test.each([
  ['EUR', GERMAN_ACCOUNT, 'SEPA transfer', 'to Beacon Pay GmbH, account DE89370400440532013000'],
  ['CHF', SWISS_ACCOUNT, 'QR-bill', 'to Beacon Pay AG, account CH9300762011623852957'],
])(
  'A transfer in %s has a QR code for banking apps',
  async (currency, details, standard, recipient) => {
    await openOrder(currency, details);
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await button.click();
    const picture = main.getByRole('img', { name: /^QR code to pay/ });
    await expect.element(picture).toBeVisible();
    const name = picture.element().getAttribute('aria-label');
    expect(name).toContain(recipient);
    expect(name).toContain(`payment code ${PAYMENT_CODE}`);
    await expectText(main, standard);
    await expectAccessible();
    await button.click();
    await expectNone(picture);
  },
);

test.each([
  ['USD', GERMAN_ACCOUNT],
  ['EUR', GERMAN_ACCOUNT.slice(0, 2)],
])(
  'A transfer in %s to %j has no QR code, and its details can be copied',
  async (currency, details) => {
    await openOrder(currency, details);
    await expect.element(main.getByRole('button', { name: 'Copy all details' })).toBeVisible();
    await expectNone(button);
  },
);

test('A payment method whose QR code is disabled in the settings shows no QR code', async () => {
  await openOrder('EUR', GERMAN_ACCOUNT, { bank_transfer: false });
  await expect.element(main.getByRole('button', { name: 'Copy all details' })).toBeVisible();
  await expectNone(button);
});
