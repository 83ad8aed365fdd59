import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { expectText, expectValue } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const ID = 'eeeeeeee-0000-4000-8000-000000000000';
const QUESTION = 'POST /rest/v1/rpc/question_about_record';
const person = createPerson();
const payment = {
  status: 'pending_manual_verification',
  amount: 15,
  payment_method: 'binance_pay',
  transaction_reference: 'BP-4711',
  admin_notes: null,
};
const notice = page.getByRole('status').filter({ hasText: 'We need something from you' });

test('The link in an email shows the question and fills in the order form', async () => {
  await openScreen(`/cards?tab=order&again=${ID}`, {
    person,
    prepare(backend) {
      backend.respond('GET /rest/v1/orders', ({ query }) =>
        Response.json(
          query.get('id') === `eq.${ID}`
            ? [{ ...payment, details: { tier: 'premium', cardName: 'Travel' } }]
            : [],
        ),
      );
      backend.respond(QUESTION, () => Response.json('Which reference did you use?'));
    },
  });
  await expectText(notice, 'Which reference did you use?', 'eeeeeeee');
  await expect.element(page.getByRole('radio', { name: 'Premium' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Binance Pay' })).toBeChecked();
  await expectValue(page.getByLabelText('Card name'), 'Travel');
  await expectValue(page.getByLabelText('Transaction reference'), 'BP-4711');
  await expectAccessible();
});

test('The link for a rejected recharge shows the reason and fills in the form', async () => {
  await openScreen(`/mobile-recharge?again=${ID}`, {
    person,
    prepare(backend) {
      backend.respond('GET /rest/v1/recharges', () =>
        Response.json([
          {
            ...payment,
            amount: 20,
            status: 'manual_payment_rejected',
            admin_notes: 'Nothing arrived.',
            details: { type: 'data' },
            operator: 'MTN',
            phone_number: '+234 803 555 0100',
          },
        ]),
      );
      backend.respond(QUESTION, () => Response.json(null));
    },
  });
  await expectText(notice, 'Nothing arrived.');
  await expectValue(page.getByLabelText('Phone number'), '+234 803 555 0100');
  await expect.element(page.getByRole('radio', { name: '$20.00' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Data' })).toBeChecked();
});

test('The link for a record that is not in the account fills in nothing', async () => {
  await openScreen(`/cards?again=${ID}`, {
    person,
    prepare(backend) {
      backend.respond(QUESTION, () => Response.json(null));
    },
  });
  await expect
    .element(page.getByText("We couldn't find this order in your account."))
    .toBeVisible();
  await expectValue(page.getByLabelText('Transaction reference'), '');
});

test('A visitor who opens the link is asked to log in', async () => {
  await openScreen(`/cards?again=${ID}`);
  await expect.element(page.getByText('Log in to see what we need from you.')).toBeVisible();
});
