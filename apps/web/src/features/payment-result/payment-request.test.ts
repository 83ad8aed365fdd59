import { expect, test } from 'vitest';
import { readPaymentRequest } from './payment-request.ts';

const read = (query: string, isSignedIn = true) =>
  readPaymentRequest(new URLSearchParams(query), isSignedIn);

test('a manual type is submitted at once, signed in or not, whatever else is in the address', () => {
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

test('without a manual type and a session the details are missing', () => {
  for (const query of ['', 'type=card_order&local_order_id=o1', 'session_id=']) {
    expect(read(query)).toMatchObject({
      step: 'refused',
      message: 'Invalid payment confirmation request. Necessary details are missing.',
    });
  }
});

test('a session is for signed-in users only, before anything else is looked at', () => {
  expect(read('type=gift&session_id=s1', false)).toEqual({ step: 'log-in' });
});

test('a session needs a known type and the id of that type', () => {
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
