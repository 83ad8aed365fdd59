import { createHash, randomUUID } from 'node:crypto';
import {
  actAs,
  insertOrder,
  orderFields,
  reserveCode,
  signedIn,
  type Caller,
  type Sql,
} from './support.ts';

export interface BankLine {
  readonly line_key: string;
  readonly account: string;
  readonly booking_date: string;
  readonly amount: string;
  readonly currency: string;
  readonly remittance_text?: string;
  readonly counterparty_name?: string;
  readonly counterparty_iban?: string;
  readonly end_to_end_id?: string;
  readonly bank_reference?: string;
  readonly is_reversal?: boolean;
}

export interface ImportResult {
  readonly imported: number;
  readonly known: number;
  readonly matched: number;
  readonly proposed: number;
  readonly cases: number;
  readonly ignored: number;
}

export function keyOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

export const today = (): string => new Date().toISOString().slice(0, 10);

/** A line of today over 15 USD. */
export function bankLine(changes: Partial<BankLine> = {}): BankLine {
  return {
    line_key: keyOf(randomUUID()),
    account: 'DE89370400440532013000',
    booking_date: today(),
    amount: '15',
    currency: 'USD',
    counterparty_name: 'Ada Payer',
    ...changes,
  };
}

export async function importLines(
  sql: Sql,
  caller: Caller,
  lines: readonly BankLine[],
): Promise<ImportResult> {
  const [row] = await actAs(
    sql,
    caller,
    (tx) => tx`
      select public.import_bank_lines(${JSON.stringify(lines)}::text::jsonb) as result`,
  );
  return row?.result as ImportResult;
}

export interface StoredLine {
  readonly id: string;
  readonly state: string;
  readonly case_reason: string | null;
  readonly candidate_ids: readonly string[];
  readonly remittance_text: string | null;
}

export async function storedLine(sql: Sql, { line_key }: BankLine): Promise<StoredLine> {
  const [row] = await sql`select * from public.bank_lines where line_key = ${line_key}`;
  return row as unknown as StoredLine;
}

/** An order of 15 USD with a payment code. */
export async function orderWithCode(
  sql: Sql,
  customer: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const code = await reserveCode(sql, customer);
  const { id } = await actAs(sql, signedIn(customer), (tx) =>
    insertOrder(tx, orderFields(customer, { payment_code: code, transaction_reference: code })),
  );
  return { id, code };
}

export async function statusOf(sql: Sql, id: string): Promise<string> {
  const [row] = await sql`select status from public.orders where id = ${id}`;
  return String(row?.status);
}

export async function linksOf(
  sql: Sql,
  record: string,
): Promise<readonly Record<string, unknown>[]> {
  return await sql`
    select id, line_id, amount::text, kind, matched_by, state from public.payment_links
    where record_id = ${record} order by created_at, amount`;
}

export async function switchOn(sql: Sql, isOn: boolean): Promise<void> {
  await sql`
    update public.matching_settings
    set auto_approve = auto_approve || jsonb_build_object('bank_transfer', ${isOn}::boolean)`;
}
