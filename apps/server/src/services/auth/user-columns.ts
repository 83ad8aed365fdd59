import type { Cells } from '../../platform/database/wire/wire-pool.ts';
import type { Database } from './database.ts';
import type { FactorRow, IdentityRow, UserRow } from './user-row.ts';

type ReadCell<Value> = (text: string) => Value;

const asText: ReadCell<string> = (text) => text;
const asInstant: ReadCell<Date> = (text) => new Date(text);
const asBoolean: ReadCell<boolean> = (text) => text === 't';
const asJson: ReadCell<never> = (text) => JSON.parse(text) as never;

/** What each column of a `UserRow` holds, in the order in which they are selected. */
const CELL_READERS: {
  readonly [Column in keyof UserRow]: ReadCell<NonNullable<UserRow[Column]>>;
} = {
  id: asText,
  aud: asText,
  role: asText,
  email: asText,
  phone: asText,
  encrypted_password: asText,
  email_confirmed_at: asInstant,
  phone_confirmed_at: asInstant,
  confirmed_at: asInstant,
  invited_at: asInstant,
  confirmation_token: asText,
  confirmation_sent_at: asInstant,
  recovery_token: asText,
  recovery_sent_at: asInstant,
  email_change: asText,
  email_change_token_new: asText,
  email_change_token_current: asText,
  email_change_confirm_status: Number,
  email_change_sent_at: asInstant,
  reauthentication_token: asText,
  reauthentication_sent_at: asInstant,
  last_sign_in_at: asInstant,
  raw_app_meta_data: asJson,
  raw_user_meta_data: asJson,
  created_at: asInstant,
  updated_at: asInstant,
  banned_until: asInstant,
  is_sso_user: asBoolean,
  is_anonymous: asBoolean,
  identities: asJson,
  factors: asJson,
};

/** A table's rows that belong to the user, oldest first, as one JSON array. */
function rowsOfUser(table: string, columns: readonly string[]): string {
  return `array_to_json(array(
    select row_to_json(r) from (
      select ${columns.join(', ')} from ${table} where user_id = u.id order by created_at, id
    ) r))`;
}

const IDENTITY_COLUMNS: readonly (keyof IdentityRow)[] = [
  'id',
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
  'last_sign_in_at',
  'created_at',
  'updated_at',
  'email',
];

/** All but the secrets. */
const FACTOR_COLUMNS: readonly (keyof FactorRow)[] = [
  'id',
  'friendly_name',
  'factor_type',
  'status',
  'created_at',
  'updated_at',
  'phone',
];

const EXPRESSIONS: Readonly<Record<string, string>> = {
  identities: rowsOfUser('auth.identities', IDENTITY_COLUMNS),
  factors: rowsOfUser('auth.mfa_factors', FACTOR_COLUMNS),
};

const readers = Object.entries(CELL_READERS) as [keyof UserRow, ReadCell<unknown>][];

/** The columns of a `UserRow`; the statement names auth.users, or rows of its kind, `u`. */
export const USER_COLUMNS = readers
  .map(([name]) => `${EXPRESSIONS[name] ?? `u.${name}`} as ${name}`)
  .join(', ');

/** `USER_COLUMNS` as a part of one of the driver's statements. */
export function userColumns(sql: Database) {
  return sql.unsafe(USER_COLUMNS);
}

/** The user in cells that are the `USER_COLUMNS`, as Postgres sent them. */
export function readUserCells(cells: Cells): UserRow {
  const user: Record<string, unknown> = {};
  readers.forEach(([name, read], index) => {
    const cell = cells[index];
    user[name] = cell === null || cell === undefined ? null : read(cell.toString('utf8'));
  });
  return user as unknown as UserRow;
}
