import { z } from '../../lib/zod.ts';

const recordSchema = z.object({
  kind: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  customer_name: z.nullable(z.string()),
});

const linkSchema = z.object({
  id: z.string(),
  record_id: z.string(),
  amount: z.number(),
  kind: z.string(),
  state: z.string(),
  created_by: z.nullable(z.string()),
  confirmed_by: z.nullable(z.string()),
  record: recordSchema,
});

const lineSchema = z.object({
  id: z.string(),
  account: z.string(),
  booking_date: z.string(),
  amount: z.number(),
  currency: z.string(),
  counterparty_name: z.nullable(z.string()),
  counterparty_iban: z.nullable(z.string()),
  remittance_text: z.nullable(z.string()),
  end_to_end_id: z.nullable(z.string()),
  bank_reference: z.nullable(z.string()),
  is_reversal: z.boolean(),
  source: z.string(),
  state: z.string(),
  case_reason: z.nullable(z.string()),
  links: z.array(linkSchema),
});

const likelySchema = z.extend(recordSchema, {
  record_id: z.string(),
  created_at: z.string(),
  customer_email: z.nullable(z.string()),
  received: z.number(),
});

/** A line with the columns of the database. */
export type BankLine = z.output<typeof lineSchema>;

/** Money of a line for a record. */
export type LineLink = z.output<typeof linkSchema>;

/** A record that a case may belong to. */
export type LikelyRecord = z.output<typeof likelySchema>;

export interface PaymentCase {
  line: BankLine;
  likely: LikelyRecord[];
}

/** Reads the JSON of `search_bank_lines` and `payment_cases`, which the generated types do not describe. */
export const readBankLine = (line: unknown): BankLine => z.parse(lineSchema, line);
export const readLikelyRecords = (records: unknown): LikelyRecord[] =>
  z.parse(z.array(likelySchema), records);
