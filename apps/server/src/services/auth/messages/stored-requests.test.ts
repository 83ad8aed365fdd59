import { expect, test } from 'vitest';
import type { MessageRequest } from './message-request.ts';
import { readStoredRequest } from './stored-requests.ts';

const client = { userAgent: null, ip: '203.0.113.7', limitKey: '203.0.113.7' };
const options = { client, redirectTo: 'https://pay.example/', challenge: null };
const newAccount = { data: { full_name: 'Ada' } };

test('A request for an email of an earlier version is converted', () => {
  const stored = { purpose: 'sign-in', email: 'ada@example.com', newAccount, options };
  expect(readStoredRequest(stored)).toEqual({
    purpose: 'sign-in',
    to: { kind: 'email', value: 'ada@example.com', ...options },
    newAccount,
  });
});

test('A request for an SMS of an earlier version is converted', () => {
  const stored = { purpose: 'sign-in', phone: '12025550100', channel: 'sms', newAccount, client };
  expect(readStoredRequest(stored)).toEqual({
    purpose: 'sign-in',
    to: { kind: 'phone', value: '12025550100', channel: 'sms', client },
    newAccount,
  });
});

test.each([
  { purpose: 'email-change', email: 'ada@example.com', newAccount: null, options },
  { purpose: 'phone-change', phone: '12025550100', channel: 'sms', newAccount: null, client },
])('A $purpose of an earlier version is a change of address', (stored) => {
  expect(readStoredRequest(stored).purpose).toBe('address-change');
});

test('A request of the current version is returned as it is', () => {
  const request: MessageRequest = {
    purpose: 'recovery',
    to: { kind: 'email', value: 'ada@example.com', ...options },
    newAccount: null,
  };
  expect(readStoredRequest(request)).toBe(request);
});
