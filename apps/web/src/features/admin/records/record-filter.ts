import { COUNTRIES, PAYMENT_METHODS, RECORD_STATUSES } from '@beaconpay/domain';
import { startOfDay } from '../../../lib/start-of-day.ts';
import type { SearchParams } from '../../../lib/use-search-param-state.ts';
import { RECORD_KINDS, type RecordKind } from '../../../payment/record-kinds.ts';

/** The search text is cut to this length in the database, too. */
export const SEARCH_MAX_LENGTH = 200;

export const SORTS = ['newest', 'oldest', 'amount_desc', 'amount_asc'] as const;
export type Sort = (typeof SORTS)[number];

export const FLAGS = ['1', '2', '3'] as const;
export const ASSIGNEES = ['me', 'none'] as const;
export const HOLDS = ['true', 'false'] as const;

const KINDS = Object.keys(RECORD_KINDS) as RecordKind[];
const METHODS: readonly string[] = PAYMENT_METHODS.map(({ id }) => id);
const COUNTRY_IDS: readonly string[] = COUNTRIES.map(({ id }) => id);

/** The choices of the filters that are lists of fixed values. */
export const CHOICES = {
  status: RECORD_STATUSES,
  kind: KINDS,
  method: METHODS,
  country: COUNTRY_IDS,
  flag: FLAGS,
  assignee: ASSIGNEES,
  held: HOLDS,
} as const satisfies Record<string, readonly string[]>;

type ChoiceName = keyof typeof CHOICES;

/** The query parameters of `/admin/records`. An empty text is no filter. */
export type RecordFilter = Readonly<
  Record<ChoiceName | 'text' | 'from' | 'to' | 'amountMin' | 'amountMax' | 'sort', string>
>;

/** The names of the query parameters, in the order of the screen. */
export const FILTER_NAMES = [
  'text',
  'status',
  'kind',
  'method',
  'country',
  'flag',
  'assignee',
  'held',
  'from',
  'to',
  'amountMin',
  'amountMax',
  'sort',
] as const satisfies readonly (keyof RecordFilter)[];

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Reads a filter from query parameters. A value that is not valid is no filter. */
export function readRecordFilter(read: (name: string) => string): RecordFilter {
  const choice = (name: ChoiceName) => {
    const value = read(name);
    return (CHOICES[name] as readonly string[]).includes(value) ? value : '';
  };
  const matching = (name: string, pattern: RegExp) => (pattern.test(read(name)) ? read(name) : '');
  const sort = SORTS.find((known) => known === read('sort')) ?? '';
  return {
    text: read('text').slice(0, SEARCH_MAX_LENGTH),
    status: choice('status'),
    kind: choice('kind'),
    method: choice('method'),
    country: choice('country'),
    flag: choice('flag'),
    assignee: choice('assignee'),
    held: choice('held'),
    from: matching('from', DAY),
    to: matching('to', DAY),
    amountMin: matching('amountMin', AMOUNT),
    amountMax: matching('amountMax', AMOUNT),
    sort: sort === 'newest' ? '' : sort,
  };
}

/** Query parameters that remove every filter, and the position in the list. */
export const NO_FILTER: SearchParams = Object.fromEntries(
  [...FILTER_NAMES, 'after'].map((name) => [name, '']),
);

/** How many filters are set, without the search text and the sort. */
export function countFilters(filter: RecordFilter): number {
  return FILTER_NAMES.filter((name) => name !== 'text' && name !== 'sort' && filter[name] !== '')
    .length;
}

export type DatabaseFilter = Record<string, string | number | boolean | string[]>;

/** The filter of `search_records` in the database. Days are those of the reader's zone. */
export function toDatabaseFilter(filter: RecordFilter): DatabaseFilter {
  const list = (value: string) => (value === '' ? undefined : [value]);
  const text = (value: string) => (value === '' ? undefined : value);
  const entries = {
    text: text(filter.text.trim()),
    status: list(filter.status),
    kind: list(filter.kind),
    method: list(filter.method),
    country: list(filter.country),
    flag: filter.flag === '' ? undefined : Number(filter.flag),
    assignee: text(filter.assignee),
    held: filter.held === '' ? undefined : filter.held === 'true',
    amount_min: text(filter.amountMin),
    amount_max: text(filter.amountMax),
    from: filter.from === '' ? undefined : startOfDay(filter.from, 0),
    to: filter.to === '' ? undefined : startOfDay(filter.to, 1),
    sort: filter.sort === '' ? 'newest' : filter.sort,
  };
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/** The query parameters of a stored filter. What this page cannot show is left out. */
export function fromDatabaseFilter(stored: unknown): SearchParams {
  const values = new Map<string, unknown>(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  );
  const read = (name: string): string => {
    const value = values.get(STORED_NAMES[name] ?? name);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const [first] = items;
    const text =
      typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean'
        ? String(first)
        : '';
    if (name === 'from') return dayOf(text, 0);
    if (name === 'to') return dayOf(text, -1);
    return text;
  };
  return { ...NO_FILTER, ...readRecordFilter(read) };
}

const STORED_NAMES: Readonly<Record<string, string>> = {
  amountMin: 'amount_min',
  amountMax: 'amount_max',
};

/** The day of a time in the reader's zone, some days later: `YYYY-MM-DD`. Empty if it is no time. */
function dayOf(timestamp: string, laterDays: number): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return '';
  time.setDate(time.getDate() + laterDays);
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return [
    digits(time.getFullYear(), 4),
    digits(time.getMonth() + 1, 2),
    digits(time.getDate(), 2),
  ].join('-');
}
