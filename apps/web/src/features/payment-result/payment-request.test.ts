import { expect, test } from 'vitest';
import { readPaymentRequest } from './payment-request.ts';

const read = (query: string, isSignedIn = true) =>
  readPaymentRequest(new URLSearchParams(query), isSignedIn);

test('a manual type is shown as submitted for every user, even with other parameters in the URL', () => {
  expect(read('type=card_order_manual&order_id=o1&session_id=s1', false)).toEqual({
    step: 'submitted',
    kind: 'card_order',
    referenceId: 'o1',
  });
  expect(read('type=mobile_recharge_manual&recharge_id=r1')).toEqual({
    step: 'submitted',
    kind: 'mobile_recharge',
    referenceId: 'r1',
  });
});

test('a URL without a manual type and without a card provider session is rejected as incomplete', () => {
  for (const query of ['', 'type=card_order&local_order_id=o1', 'session_id=']) {
    expect(read(query)).toMatchObject({
      step: 'refused',
      message: 'Invalid payment confirmation request. Necessary details are missing.',
    });
  }
});

test('a card provider session requires a signed-in user before the other parameters are checked', () => {
  expect(read('type=gift&session_id=s1', false)).toEqual({ step: 'log-in' });
});

test('a card provider session needs a known type and a record ID of this type', () => {
  expect(read('type=gift&session_id=s1&local_order_id=o1')).toMatchObject({
    message: 'Invalid transaction type specified for Stripe payment.',
  });
  expect(read('type=card_order&session_id=s1&local_recharge_id=r1')).toMatchObject({
    message: 'Missing local transaction ID for Stripe confirmation.',
  });
  expect(read('type=mobile_recharge&session_id=s1&local_recharge_id=r1')).toEqual({
    step: 'confirm',
    kind: 'mobile_recharge',
    recordId: 'r1',
    sessionId: 's1',
  });
});
