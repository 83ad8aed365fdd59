import { createHash } from 'node:crypto';
import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';

/** The position of a link and its hash, which a copy outside of the database also has. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string;
}

type ChainProblem =
  | 'link_removed'
  | 'link_changed'
  | 'entry_removed'
  | 'entry_changed'
  | 'entry_erased'
  | 'entry_backdated'
  | 'entry_inserted'
  | 'head_differs';

export interface BrokenEntry {
  /** The id of the entry in the audit log. Null: the chain ends before the given head. */
  readonly entryId: number | null;
  /** The position of its link. Null: it has no link. */
  readonly position: number | null;
  readonly problem: ChainProblem;
}

export interface ChainReport {
  readonly head: ChainHead;
  readonly broken: BrokenEntry | null;
}

/** A link with its entry. All values are texts as Postgres prints them. */
interface LinkRow {
  readonly position: string;
  readonly link_entry_id: string;
  readonly leaves: Readonly<Record<string, readonly [salt: string | null, hash: string]>>;
  readonly content_hash: string;
  readonly previous_hash: string;
  readonly hash: string;
  readonly sealed_at: string;
  readonly is_late: boolean;
  readonly entry_id: string | null;
  readonly fields: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly is_erased: boolean;
}

const PAGE = 2000;
const START_HASH = '0'.repeat(64);

/** Each field with its length in bytes, so that no two lists of fields give the same text. */
function joinFields(fields: readonly string[]): string {
  return fields.map((field) => `${String(Buffer.byteLength(field))}:${field},`).join('');
}

function sha256(fields: readonly string[]): string {
  return createHash('sha256').update(joinFields(fields)).digest('hex');
}

/** The order of `collate "C"`. */
function inByteOrder([left]: readonly [string, unknown], [right]: readonly [string, unknown]) {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function contentHashOf({ fields, leaves }: LinkRow): string {
  const hashes = Object.entries(leaves)
    .toSorted(inByteOrder)
    .map(([name, [, hash]]) => joinFields([name, hash]));
  return sha256([...fields, hashes.join('')]);
}

/** Whether the stored values are those whose hashes the link has. */
function hasSealedValues({ leaves, values }: LinkRow): boolean {
  const names = Object.keys(leaves);
  return (
    names.length === Object.keys(values).length &&
    names.every((name) => {
      const [salt, hash] = leaves[name] ?? [null, ''];
      const value = values[name];
      if (value === undefined) return false;
      return salt === null ? value === 'null' : sha256([salt, value]) === hash;
    })
  );
}

function problemOf(row: LinkRow, previous: ChainHead): ChainProblem | null {
  if (Number(row.position) !== previous.position + 1) return 'link_removed';
  const { position, link_entry_id: entryId, sealed_at: sealedAt, content_hash: content } = row;
  const expected = sha256([previous.hash, position, entryId, sealedAt, content]);
  if (row.previous_hash !== previous.hash || row.hash !== expected) return 'link_changed';
  if (row.entry_id === null) return 'entry_removed';
  if (contentHashOf(row) !== content || !hasSealedValues(row)) return 'entry_changed';
  const isErased = Object.values(row.leaves).some(([salt]) => salt === null);
  if (isErased && !row.is_erased) return 'entry_erased';
  return row.is_late ? 'entry_backdated' : null;
}

/** The links after a position. `search_path` is empty, and no function of the product is used. */
function readLinks(sql: Transaction, after: number): PromiseLike<LinkRow[]> {
  return sql<LinkRow[]>`
    select
      link.position::text, link.entry_id::text as link_entry_id, link.leaves,
      encode(link.content_hash, 'hex') as content_hash,
      encode(link.previous_hash, 'hex') as previous_hash,
      encode(link.hash, 'hex') as hash,
      to_char(link.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sealed_at,
      coalesce(entry.recorded_at < earlier.sealed_at - interval '1 hour', false) as is_late,
      entry.id::text as entry_id,
      array[
        entry.id::text,
        to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        coalesce(entry.actor_id::text, ''), entry.actor_role, entry.table_name, entry.record_id::text,
        entry.action, case when entry.after is null then 'no after' else 'after' end
      ] as fields,
      (
        select coalesce(jsonb_object_agg(side || '.' || key, value::text), '{}')
        from (values ('before', entry.before), ('after', entry.after), ('origin', entry.origin))
          as sides (side, columns),
        jsonb_each(columns) as listed (key, value)
      ) as values,
      link.leaves @? '$.*[0] ? (@ == null)' and exists (
        select from private.audit_log as erasure
        where erasure.action = 'erase' and erasure.after -> 'entries' @> to_jsonb(entry.id)
      ) as is_erased
    from private.audit_chain as link
    left join private.audit_chain as earlier on earlier.position = link.position - 1
    left join private.audit_log as entry on entry.id = link.entry_id
    where link.position > ${String(after)}::bigint
    order by link.position
    limit ${PAGE}`;
}

/** The first entry that has no link although a later one has. */
async function findInserted(sql: Transaction): Promise<BrokenEntry | null> {
  const [row] = await sql<{ id: string }[]>`
    select entry.id::text
    from private.audit_log as entry
    where entry.id < (select max(entry_id) from private.audit_chain)
      and not exists (select from private.audit_chain as link where link.entry_id = entry.id)
      and not exists (select from private.audit_gaps as gap where gap.entry_id = entry.id)
    order by entry.id limit 1`;
  return row === undefined
    ? null
    : { entryId: Number(row.id), position: null, problem: 'entry_inserted' };
}

async function walkChain(sql: Transaction, copy: ChainHead | null): Promise<ChainReport> {
  let head: ChainHead = { position: 0, hash: START_HASH };
  for (;;) {
    const rows = await readLinks(sql, head.position);
    for (const row of rows) {
      const position = Number(row.position);
      const isOther = copy?.position === position && copy.hash !== row.hash;
      const problem = problemOf(row, head) ?? (isOther ? 'head_differs' : null);
      if (problem !== null) {
        return { head, broken: { entryId: Number(row.link_entry_id), position, problem } };
      }
      head = { position, hash: row.hash };
    }
    if (rows.length < PAGE) break;
  }
  const inserted = await findInserted(sql);
  if (inserted !== null || copy === null || copy.position <= head.position) {
    return { head, broken: inserted };
  }
  return { head, broken: { entryId: null, position: copy.position, problem: 'head_differs' } };
}

/**
 * Computes all hashes of the audit log again and compares them with the chain. The entries are sealed before.
 *
 * @param copy a head of an earlier day, kept outside of the database
 */
export async function verifyAuditChain(
  sql: Sql,
  copy: ChainHead | null = null,
): Promise<ChainReport> {
  for (;;) {
    const [row] = await sql<{ sealed: number }[]>`select private.seal_audit_log() as sealed`;
    if (row === undefined || row.sealed === 0) break;
  }
  return sql.begin(async (transaction) => {
    // All pages show the same moment.
    await transaction`set transaction isolation level repeatable read, read only`;
    await transaction`set local search_path = ''`;
    return walkChain(transaction, copy);
  });
}

/** @throws Error when the text is not `<position>:<hash>` */
export function parseChainHead(text: string): ChainHead {
  const [, position, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/i.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new Error(`"${text}" is not a position and a hash, such as 120:9f86d0….`);
  }
  return { position: Number(position), hash: hash.toLowerCase() };
}
