import type { TableMapping } from '@beaconpay/statements';
import { z } from '../../lib/zod.ts';

const STORAGE_KEY = 'beaconpay-statement-mappings';
/** The oldest mappings are forgotten. */
const MAX_MAPPINGS = 50;

export const COLUMN_ROLES = [
  'bookingDate',
  'valueDate',
  'amount',
  'debit',
  'credit',
  'sign',
  'currency',
  'text',
  'endToEndId',
  'bankReference',
  'counterpartyName',
  'counterpartyAccount',
  'account',
  'charges',
  'status',
] as const;

const storedSchema = z.array(
  z.object({
    headerKey: z.string(),
    columns: z.array(z.nullable(z.enum(COLUMN_ROLES))),
    dateFormat: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
    decimalMark: z.optional(z.enum(['.', ','])),
    account: z.string(),
    currency: z.string(),
  }),
);

/** How tables with one header are read. */
export interface StoredMapping extends TableMapping {
  /** For tables without a column for the account. Empty if there is a column. */
  account: string;
  currency: string;
}

function readAll(): StoredMapping[] {
  try {
    const parsed = z.safeParse(storedSchema, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
    return parsed.success ? parsed.data.map(withoutMissing) : [];
  } catch {
    // Storage can be forbidden, and its content can be of another version.
    return [];
  }
}

function withoutMissing({
  dateFormat,
  decimalMark,
  ...mapping
}: z.output<typeof storedSchema>[number]): StoredMapping {
  return {
    ...mapping,
    ...(dateFormat === undefined ? {} : { dateFormat }),
    ...(decimalMark === undefined ? {} : { decimalMark }),
  };
}

/** The mapping that this browser remembers for a header. */
export function readMapping(headerKey: string): StoredMapping | null {
  return readAll().find((mapping) => mapping.headerKey === headerKey) ?? null;
}

export function storeMapping(mapping: StoredMapping): void {
  const others = readAll().filter(({ headerKey }) => headerKey !== mapping.headerKey);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([mapping, ...others].slice(0, MAX_MAPPINGS)));
  } catch {
    // If nothing can be stored, the user maps the columns of the next file again.
  }
}
