import { WIRE_AMOUNT_MIN, WIRE_AMOUNT_PLACES } from '@beaconpay/domain';
import { amountOf } from '../../lib/amount-of.ts';
import { z } from '../../lib/zod.ts';
import { WIRE_DIRECTIONS, wireRoute, type WireDirection, type WireRoute } from './wire-route.ts';
import { m } from '../../paraglide/messages.js';

const text = z.string().check(z.trim());

export const wireSchema = z
  .object({
    direction: z.enum(WIRE_DIRECTIONS),
    amount: amountOf({
      min: WIRE_AMOUNT_MIN,
      places: WIRE_AMOUNT_PLACES,
      message: m.wire_transfers_enter_amount_at_least_min({ min: WIRE_AMOUNT_MIN }),
    }),
    currency: z.string(),
    purpose: text.check(z.minLength(1, m.wire_transfers_enter_purpose_transfer())),
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

const walletAddress: RequiredField = [
  'cryptoWalletAddress',
  m.wire_transfers_enter_the_wallet_address(),
];

/** The required fields besides amount and purpose. */
const requiredFields: Record<WireDirection, Record<WireRoute, readonly RequiredField[]>> = {
  send: {
    bank: [
      ['recipientName', m.common_enter_the_recipients_name()],
      ['accountNumber', m.wire_transfers_enter_account_number_or_iban()],
      ['swiftCode', m.wire_transfers_enter_swift_bic_code()],
      ['bankName', m.wire_transfers_enter_the_banks_name()],
      ['bankCountry', m.wire_transfers_enter_the_banks_country()],
    ],
    wallet: [walletAddress],
  },
  withdraw: {
    bank: [
      ['yourAccountNumber', m.common_enter_your_account_number()],
      ['yourBankName', m.wire_transfers_enter_your_banks_name()],
    ],
    wallet: [walletAddress],
  },
};
