import type { StatementLine } from '@beaconpay/statements';

/** A line in the form that `import_bank_lines` takes. */
export interface BankLineInput {
  line_key: string;
  account: string;
  booking_date: string;
  value_date: string | null;
  /** A decimal text, negative for money that left. */
  amount: string;
  currency: string;
  counterparty_name: string | null;
  counterparty_iban: string | null;
  remittance_text: string;
  end_to_end_id: string | null;
  bank_reference: string | null;
  is_reversal: boolean;
}

export function toBankLineInput(line: StatementLine): BankLineInput {
  return {
    line_key: line.key,
    account: line.account,
    booking_date: line.bookingDate,
    value_date: line.valueDate,
    amount: line.amount,
    currency: line.currency,
    counterparty_name: line.counterpartyName,
    counterparty_iban: line.counterpartyAccount,
    remittance_text: line.text,
    end_to_end_id: line.endToEndId,
    bank_reference: line.bankReference,
    is_reversal: line.isReversal,
  };
}

/** Where the lines of an upload come from: a bank's statement, or the list of a cash agent. */
export type LineSource = 'statement' | 'agent';
