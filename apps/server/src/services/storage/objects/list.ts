import { tryParseJson } from '../../../platform/json.ts';
import { withReadOnlyTransaction, type StorageCall } from '../storage-context.ts';
import type { ObjectRow } from './object-row.ts';

export const LIST_SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const;

interface Listing {
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly sortColumn: (typeof LIST_SORT_COLUMNS)[number];
  readonly order: 'asc' | 'desc';
}

type ListedColumns = 'updated_at' | 'created_at' | 'last_accessed_at' | 'metadata';
/** An object in the folder, or a subfolder, which has only a name. */
type ListedEntry =
  | ({ readonly name: string; readonly id: string } & Pick<ObjectRow, ListedColumns>)
  | ({ readonly name: string; readonly id: null } & Readonly<Record<ListedColumns, null>>);

/** Greater than any character of a name. */
const BEYOND = '\u007f';

/** The subfolders and then the objects of a folder that the caller may see. */
export async function listFolder(
  call: StorageCall,
  bucketId: string,
  { prefix, search, limit, offset, sortColumn, order }: Listing,
): Promise<ListedEntry[]> {
  return withReadOnlyTransaction(call, async (tx) => {
    const direction = order === 'desc' ? tx`desc` : tx`asc`;
    return tx<ListedEntry[]>`
        with seen as (
          select *, substr(name, ${prefix.length + 1}::int) as rest
          from storage.objects
          where bucket_id = ${bucketId}
            and name collate "C" >= ${prefix} and name collate "C" < ${prefix + BEYOND}
            and starts_with(lower(substr(name, ${prefix.length + 1}::int)), lower(${search}))
        )
        select name, id, updated_at, created_at, last_accessed_at, metadata from (
          select 0 as kind, split_part(rest, '/', 1) as name, null::uuid as id,
            null::timestamptz as updated_at, null::timestamptz as created_at,
            null::timestamptz as last_accessed_at, null::jsonb as metadata
          from seen where strpos(rest, '/') > 0
          group by split_part(rest, '/', 1)
          union all
          select 1, rest, id, updated_at, created_at, last_accessed_at, metadata
          from seen where strpos(rest, '/') = 0
        ) as entries
        order by kind, ${sortColumn === 'name' ? tx`` : tx`${tx(sortColumn)} ${direction},`}
          name collate "C" ${direction}
        limit ${limit} offset ${offset}`;
  });
}

export const LIST_V2_SORT_COLUMNS = ['name', 'updated_at', 'created_at'] as const;

interface PagedListing {
  readonly prefix: string;
  readonly limit: number;
  /** The end of the previous page. */
  readonly cursor: Cursor | null;
  /** Groups objects in subfolders into folders. */
  readonly withDelimiter: boolean;
  readonly sortColumn: (typeof LIST_V2_SORT_COLUMNS)[number];
  readonly order: 'asc' | 'desc';
}

/** The sort value and the name of the last entry of a page. */
type Cursor = readonly [sort: string, name: string];

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Null for a text that is not a cursor. */
export function readCursor(text: string): Cursor | null {
  const cursor = tryParseJson(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(cursor) || cursor.length !== 2) return null;
  const [sort, name] = cursor as unknown[];
  return typeof sort === 'string' && typeof name === 'string' ? [sort, name] : null;
}

interface PagedRow extends Omit<ObjectRow, 'id'> {
  readonly id: string | null;
  readonly sort: string;
}

export interface Page {
  readonly entries: readonly PagedRow[];
  readonly next: Cursor | null;
}

/** One page of the objects with a prefix that the caller may see. */
export async function listPage(
  call: StorageCall,
  bucketId: string,
  { prefix, limit, cursor, withDelimiter, sortColumn, order }: PagedListing,
): Promise<Page> {
  const rows = await withReadOnlyTransaction(call, async (tx) => {
    const direction = order === 'desc' ? tx`desc` : tx`asc`;
    const beyond = order === 'desc' ? tx`<` : tx`>`;
    const sort =
      sortColumn === 'name'
        ? tx`''`
        : tx`to_char(${tx(sortColumn)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
    const after =
      cursor === null
        ? tx`true`
        : tx`(sort collate "C", name collate "C") ${beyond} (${cursor[0]}, ${cursor[1]})`;
    return tx<PagedRow[]>`
        with seen as (
          select id, name, updated_at, created_at, last_accessed_at, metadata, ${sort} as sort,
            case when ${withDelimiter} then
              ${prefix} || substring(substr(name, ${prefix.length + 1}::int) from '^[^/]*/')
            end as folder
          from storage.objects
          where bucket_id = ${bucketId}
            and name collate "C" >= ${prefix} and name collate "C" < ${prefix + BEYOND}
        ), entries as (
          select id, name, updated_at, created_at, last_accessed_at, metadata, sort
          from seen where folder is null
          union all
          select null, folder, null, null, null, null, min(sort collate "C")
          from seen where folder is not null group by folder
        )
        select * from entries where ${after}
        order by sort collate "C" ${direction}, name collate "C" ${direction}
        limit ${limit + 1}`;
  });
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  return { entries, next: hasNext ? [last.sort, last.name] : null };
}
