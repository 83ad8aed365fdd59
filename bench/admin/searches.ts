import type { Sql } from '@beaconpay/server/platform/database/connection';

/** A search of an administrator with values from the database, so that each run has others. */
interface SearchKind {
  readonly name: string;
  /** Its share of all searches. */
  readonly weight: number;
  /** An SQL expression of the filter, over a random record `r`, its customer `p` and the user `u`. */
  readonly filter: string;
}

const WORD = "split_part(p.full_name, ' ', 1)";
const SURNAME = "split_part(p.full_name, ' ', 2)";

export const SEARCH_KINDS: readonly SearchKind[] = [
  { name: 'short id', weight: 10, filter: "jsonb_build_object('text', left(r.id::text, 8))" },
  { name: 'reference', weight: 15, filter: "jsonb_build_object('text', r.transaction_reference)" },
  {
    name: 'end of a reference, lower case',
    weight: 5,
    filter: "jsonb_build_object('text', lower(right(r.transaction_reference, 8)))",
  },
  { name: 'email address', weight: 10, filter: "jsonb_build_object('text', u.email)" },
  { name: 'phone number', weight: 5, filter: "jsonb_build_object('text', p.phone_number)" },
  { name: 'first and last name', weight: 15, filter: "jsonb_build_object('text', p.full_name)" },
  { name: 'first name', weight: 5, filter: `jsonb_build_object('text', ${WORD})` },
  {
    name: 'beginning of a last name',
    weight: 5,
    filter: `jsonb_build_object('text', left(${SURNAME}, 3))`,
  },
  { name: 'one letter', weight: 1, filter: `jsonb_build_object('text', left(${WORD}, 1))` },
  { name: 'no match', weight: 2, filter: "jsonb_build_object('text', md5(random()::text))" },
  {
    name: 'frequent words that never meet',
    weight: 1,
    filter: "jsonb_build_object('text', 'mail1 ft', 'method', jsonb_build_array('manual_cash'))",
  },
  {
    name: 'name in the queue',
    weight: 4,
    filter: `jsonb_build_object('text', ${SURNAME}, 'status', jsonb_build_array('pending_manual_verification'),
      'sort', 'oldest')`,
  },
  {
    name: 'rejected, one method, one month',
    weight: 6,
    filter: `jsonb_build_object('status', jsonb_build_array('manual_payment_rejected'),
      'method', jsonb_build_array(r.payment_method), 'from', r.created_at - interval '1 month', 'to', r.created_at)`,
  },
  {
    name: 'amounts, largest first',
    weight: 4,
    filter: "jsonb_build_object('amount_min', 15, 'amount_max', 20, 'sort', 'amount_desc')",
  },
  {
    name: 'two countries, oldest first',
    weight: 3,
    filter:
      "jsonb_build_object('country', jsonb_build_array('Iceland', 'Ghana'), 'sort', 'oldest')",
  },
  {
    name: 'name, country and state',
    weight: 3,
    filter: `jsonb_build_object('text', ${WORD}, 'country', jsonb_build_array(coalesce(p.country, 'USA')),
      'status', jsonb_build_array('completed'))`,
  },
  {
    name: 'flagged, no assignee',
    weight: 3,
    filter: "jsonb_build_object('flag', 2, 'assignee', 'none', 'sort', 'oldest')",
  },
  { name: 'a customer’s records', weight: 3, filter: "jsonb_build_object('user_id', r.user_id)" },
  { name: 'newest records', weight: 0, filter: "'{}'::jsonb" },
];

/** Filters of one kind, from random records. */
export async function drawFilters(sql: Sql, kind: SearchKind, count: number): Promise<string[]> {
  const rows = await sql.unsafe<{ filter: string }[]>(
    `select (${kind.filter})::text as filter
    from (select * from public.records tablesample bernoulli (least(100, 100 * ${String(count * 3)} / greatest(
        (select reltuples from pg_class where oid = 'public.records'::regclass), 1)))
      order by random() limit ${String(count)}) as r
    join public.profiles as p on p.id = r.user_id
    join public.users as u on u.id = r.user_id`,
  );
  return rows.map(({ filter }) => filter);
}
