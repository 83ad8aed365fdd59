import { bankLine } from './matching-support.ts';
import type { Sql } from './support.ts';

/** Ada's orders. The first administrator confirmed a link. */
export interface MatchingFixture {
  readonly ada: string;
  readonly order: string;
  readonly line: string;
  readonly proposed: string;
  readonly confirmed: string;
  readonly case: string;
}

type MatchingStatement = (sql: Sql, fixture: MatchingFixture) => PromiseLike<readonly unknown[]>;

const NEW_LINE = JSON.stringify([bankLine()]);

/** The statement of each operation in the access table of matching. */
export const MATCHING_STATEMENTS: Readonly<Record<string, MatchingStatement>> = {
  'reserve a code': (sql) => sql`select public.reserve_payment_code()`,
  'read the codes': (sql) => sql`select * from private.payment_codes`,
  'read the options of payments': (sql) => sql`select public.payment_options()`,
  'read the settings': (sql) => sql`select * from public.matching_settings`,
  'switch automatic approval on': (sql) => sql`
    update public.matching_settings set auto_approve = '{"bank_transfer": true}' returning id`,
  'set a wrong retention': (sql) => sql`
    update public.matching_settings set bank_line_retention_days = 1 returning id`,
  'add settings': (sql) => sql`insert into public.matching_settings default values`,
  'delete settings': (sql) => sql`delete from public.matching_settings`,
  'read the bank lines': (sql) => sql`select id, amount, state from public.bank_lines`,
  'count the bank lines': (sql) => sql`select from public.bank_lines having count(id) > 0`,
  'read the codes of lines': (sql) => sql`select codes from public.bank_lines`,
  'add a bank line': (sql) => sql`
    insert into public.bank_lines (line_key) values (repeat('0', 64))`,
  'change a bank line': (sql) => sql`update public.bank_lines set amount = 1`,
  'change the state of a line': (sql) => sql`update public.bank_lines set state = 'matched'`,
  'delete a bank line': (sql) => sql`delete from public.bank_lines`,
  'import a statement': (sql) => sql`
    select public.import_bank_lines(${NEW_LINE}::text::jsonb, 'statement')`,
  'import lines of Binance': (sql) => sql`
    select public.import_bank_lines(${NEW_LINE}::text::jsonb, 'binance_pay')`,
  'match lines': (sql, { line }) => sql`select private.match_bank_lines(array[${line}::uuid])`,
  'run the approvals': (sql) => sql`select private.approve_matched_links()`,
  'delete old names': (sql) => sql`select private.forget_third_parties()`,
  'read the payment links': (sql) => sql`select id from public.payment_links`,
  'add a payment link': (sql, { line, order }) => sql`
    insert into public.payment_links (line_id, record_id, amount, kind, matched_by)
    values (${line}, ${order}, 1, 'manual', 'manual')`,
  'change a payment link': (sql) => sql`update public.payment_links set state = 'confirmed'`,
  'delete a payment link': (sql) => sql`delete from public.payment_links`,
  'read what was received of her order': (sql, { order }) => sql`
    select * from public.payment_states where record_id = ${order}`,
  'change what was received': (sql) => sql`update public.payment_states set received_amount = 1`,
  'read the waiting references': (sql) => sql`select * from private.waiting_references`,
  'confirm a proposed link': (sql, { proposed }) => sql`
    select * from public.confirm_payment_links(array[${proposed}::uuid])`,
  'undo a confirmed link': (sql, { confirmed }) => sql`
    select public.undo_payment_link(${confirmed})`,
  'ignore a case': (sql, fixture) => sql`select public.resolve_case(${fixture.case}, 'ignore')`,
  'search the lines': (sql) => sql`select * from public.search_bank_lines()`,
  'list the cases': (sql) => sql`select * from public.payment_cases()`,
  'count the cases': (sql) => sql`select public.bank_line_counts()`,
};
