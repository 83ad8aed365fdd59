import { startOfDay } from '../../lib/start-of-day.ts';
import type { SearchParams } from '../../lib/use-search-param-state.ts';
import { UUID } from '../../lib/uuid.ts';

/** The tables whose changes the audit log has. */
export const AUDITED_TABLES = [
  'orders',
  'recharges',
  'deliveries',
  'profiles',
  'auth.users',
  'auth.sessions',
  'account_deletion_requests',
  'mail_preferences',
  'payment_method_settings',
  'back_office_settings',
  'decision_reasons',
  'security_settings',
  'support_contact',
  'audit_log',
] as const;

export const ACTIONS = ['insert', 'update', 'delete', 'erase'] as const;

/** The actor of changes without a signed-in user. */
export const SYSTEM = 'system';

/** The query parameters of `/admin/audit`. An empty text is no filter. */
export type AuditFilter = Readonly<
  Record<'actor' | 'table' | 'action' | 'record' | 'from' | 'to', string>
>;

export const FILTER_NAMES = [
  'actor',
  'table',
  'action',
  'record',
  'from',
  'to',
] as const satisfies readonly (keyof AuditFilter)[];

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Reads a filter from query parameters. A value that is not valid is no filter. */
export function readAuditFilter(read: (name: string) => string): AuditFilter {
  const known = (name: string, values: readonly string[]) =>
    values.includes(read(name)) ? read(name) : '';
  const matching = (name: string, pattern: RegExp) => (pattern.test(read(name)) ? read(name) : '');
  return {
    actor: read('actor') === SYSTEM ? SYSTEM : matching('actor', UUID),
    table: known('table', AUDITED_TABLES),
    action: known('action', ACTIONS),
    record: matching('record', UUID),
    from: matching('from', DAY),
    to: matching('to', DAY),
  };
}

/** Query parameters that remove every filter, and the position in the list. */
export const NO_FILTER: SearchParams = Object.fromEntries(
  [...FILTER_NAMES, 'after'].map((name) => [name, '']),
);

/** The filter of `search_audit_log` in the database. Days are those of the reader's zone. */
export function toDatabaseFilter({ from, to, ...rest }: AuditFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries({
      ...rest,
      from: from === '' ? '' : startOfDay(from, 0),
      to: to === '' ? '' : startOfDay(to, 1),
    }).filter(([, value]) => value !== ''),
  );
}
