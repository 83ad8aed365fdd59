import { expect, it } from 'vitest';
import { isPhoneNumber } from './phone-number.ts';

it.each(['+2348035550100', '0803 555 0100', '(212) 555-0100', ' +44 20 7946 0000 ', '1234'])(
  '"%s" can be a phone number',
  (typed) => {
    expect(isPhoneNumber(typed)).toBe(true);
  },
);

it.each(['', '123', 'call me', '+', '1234567890123456', '378282246310005', '3056-9309-0259-04'])(
  '"%s" cannot be a phone number',
  (typed) => {
    expect(isPhoneNumber(typed)).toBe(false);
  },
);
