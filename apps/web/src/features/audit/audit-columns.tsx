import type { DataColumn } from '../../components/data/data-table.tsx';
import type { CsvSource } from '../../components/data/export-csv-button.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { csvTime, readersZone } from '../../lib/csv-time.ts';
import { formatTimestamp, shortId } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { everyEntry, type AuditEntry } from './api.ts';
import type { AuditFilter } from './audit-filter.ts';
import { actionLabel, actorLabel, changesText, subjectPath, tableLabel } from './audit-texts.ts';
import { EntryChanges } from './entry-changes.tsx';

export const AUDIT_COLUMNS: readonly DataColumn<AuditEntry>[] = [
  {
    header: m.audit_when(),
    cell: ({ id, recordedAt }) => (
      <span className="flex flex-col">
        <time dateTime={recordedAt} className="whitespace-nowrap">
          {formatTimestamp(recordedAt)}
        </time>
        <span className="text-[0.8125rem] text-muted-foreground tabular-nums">#{id}</span>
      </span>
    ),
    className: 'align-top',
  },
  {
    header: m.audit_who(),
    cell: (entry) => (
      <span className="flex min-w-0 flex-col">
        <bdi className="wrap-anywhere">{actorLabel(entry)}</bdi>
        <span className="text-[0.8125rem] text-muted-foreground">{entry.actorRole}</span>
      </span>
    ),
    className: 'align-top lg:max-w-56',
  },
  { header: m.audit_what(), cell: (entry) => <Subject entry={entry} />, className: 'align-top' },
  {
    header: m.audit_changes(),
    cell: (entry) => <EntryChanges entry={entry} />,
    className: 'align-top lg:w-2/5',
  },
  {
    header: m.audit_from_where(),
    cell: ({ network, userAgent }) => (
      <span className="flex min-w-0 flex-col">
        <bdi className="tabular-nums">{network ?? '–'}</bdi>
        {userAgent !== null && (
          <span
            title={userAgent}
            className="line-clamp-2 text-[0.8125rem] wrap-anywhere text-muted-foreground"
          >
            <bdi>{userAgent}</bdi>
          </span>
        )}
      </span>
    ),
    className: 'align-top lg:max-w-48',
  },
];

function Subject({ entry }: { entry: AuditEntry }) {
  const path = subjectPath(entry);
  return (
    <span className="flex min-w-0 flex-col">
      <span>
        {tableLabel(entry.table)} · {actionLabel(entry.action)}
      </span>
      {entry.recordId !== null && (
        <span className="font-mono text-[0.8125rem]">
          {path === null ? (
            <bdi className="text-muted-foreground">{shortId(entry.recordId)}</bdi>
          ) : (
            <Link to={path} className="text-link hover:underline">
              <bdi>{shortId(entry.recordId)}</bdi>
            </Link>
          )}
        </span>
      )}
    </span>
  );
}

/** The matching entries as a table, with times in the browser's zone. */
export function auditCsv(filter: AuditFilter): CsvSource<AuditEntry> {
  const zone = readersZone();
  return {
    pages: () => everyEntry(filter),
    columns: [
      { header: m.audit_entry(), value: ({ id }) => id },
      { header: m.audit_when_zone({ zone }), value: ({ recordedAt }) => csvTime(recordedAt, zone) },
      { header: m.audit_who(), value: actorLabel },
      { header: m.audit_role(), value: ({ actorRole }) => actorRole },
      { header: m.audit_what(), value: ({ table }) => tableLabel(table) },
      { header: m.audit_id(), value: ({ recordId }) => recordId },
      { header: m.audit_action(), value: ({ action }) => actionLabel(action) },
      { header: m.audit_changes(), value: changesText },
      { header: m.audit_from_where(), value: ({ network }) => network },
      { header: m.audit_browser(), value: ({ userAgent }) => userAgent },
      { header: m.audit_chain_position(), value: ({ chainPosition }) => chainPosition },
    ],
  };
}
