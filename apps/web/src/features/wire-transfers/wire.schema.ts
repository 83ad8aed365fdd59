import { WIRE_AMOUNT_MIN, WIRE_AMOUNT_PLACES } from '@beaconpay/domain';
import { amountOf } from '../../lib/amount-of.ts';
import { z } from '../../lib/zod.ts';
import { WIRE_DIRECTIONS, wireRoute, type WireDirection, type WireRoute } from './wire-route.ts';

const text = z.string().check(z.trim());

export const wireSchema = z
  .object({
    direction: z.enum(WIRE_DIRECTIONS),
    amount: amountOf({
      min: WIRE_AMOUNT_MIN,
      places: WIRE_AMOUNT_PLACES,
      message: `Enter an amount of at least ${WIRE_AMOUNT_MIN}.`,
    }),
    currency: z.string(),
    purpose: text.check(z.minLength(1, 'Enter the purpose of the transfer.')),
    recipientName: text,
    accountNumber: text,
    swiftCode: text,
    bankName: text,
    bankCountry: text,
    yourAccountNumber: text,
    yourBankName: text,
    cryptoWalletAddress: text,
    cryptoNetwork: text,
  })
  .check(
    z.superRefine((wire, context) => {
      for (const [field, message] of requiredFields[wire.direction][wireRoute(wire.currency)]) {
        if (wire[field] === '') context.addIssue({ code: 'custom', path: [field], message });
      }
    }),
  );

export type WireValues = z.infer<typeof wireSchema>;

type RequiredField = readonly [field: keyof WireValues, message: string];

const walletAddress: RequiredField = ['cryptoWalletAddress', 'Enter the wallet address.'];

/** The required fields besides amount and purpose. */
const requiredFields: Record<WireDirection, Record<WireRoute, readonly RequiredField[]>> = {
  send: {
    bank: [
      ['recipientName', "Enter the recipient's name."],
      ['accountNumber', 'Enter the account number or IBAN.'],
      ['swiftCode', 'Enter the SWIFT/BIC code.'],
      ['bankName', "Enter the bank's name."],
      ['bankCountry', "Enter the bank's country."],
    ],
    wallet: [walletAddress],
  },
  withdraw: {
    bank: [
      ['yourAccountNumber', 'Enter your account number.'],
      ['yourBankName', "Enter your bank's name."],
    ],
    wallet: [walletAddress],
  },
};
