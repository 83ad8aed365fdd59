import { Flag, Hourglass, PenLine } from 'lucide-react';
import type { DataColumn } from '../../../components/data/data-table.tsx';
import { EmailText } from '../../../components/data/email-text.tsx';
import type { CsvSource } from '../../../components/data/export-csv-button.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { countryLabel } from '../../../lib/country-label.ts';
import { csvTime, readersZone } from '../../../lib/csv-time.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { formatAge, formatTimestamp, shortId } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/status-label.ts';
import { m } from '../../../paraglide/messages.js';
import { paymentMethodLabel } from '../../../payment/payment-method-texts.ts';
import { describeTransactionReference } from '../../../payment/transaction-reference.ts';
import { FLAG_LABELS, kindLabel } from './record-labels.ts';
import type { RecordFilter } from './record-filter.ts';
import { everyRecord, type FoundRecord } from './records-api.ts';

/** The columns of the list. The first cell opens the record. */
export const RECORD_COLUMNS: readonly DataColumn<FoundRecord>[] = [
  {
    header: m.records_record(),
    cell: ({ id, kind }) => (
      <span className="flex flex-col max-lg:items-end">
        <Link
          to={`/admin/records/${id}`}
          className="font-mono text-sm font-semibold text-link underline-offset-4 hover:underline"
        >
          {shortId(id)}
        </Link>
        <span className="text-xs text-muted-foreground">{kindLabel(kind)}</span>
      </span>
    ),
  },
  {
    header: m.admin_user(),
    cell: ({ customerName, customerEmail }) => (
      <span className="flex min-w-0 flex-col max-lg:items-end">
        <bdi className="font-semibold wrap-anywhere">{customerName ?? '–'}</bdi>
        <bdi className="text-sm text-muted-foreground">
          <EmailText email={customerEmail} />
        </bdi>
      </span>
    ),
    className: 'lg:min-w-44',
  },
  {
    header: m.common_amount(),
    cell: ({ amount, currency }) => (
      <span className="tabular font-semibold whitespace-nowrap">
        {formatAmount(amount, currency)}
      </span>
    ),
  },
  {
    header: m.admin_reference(),
    cell: ({ paymentMethod, reference }) => (
      <span className="flex min-w-0 flex-col max-lg:items-end">
        <bdi className="wrap-anywhere">{describeTransactionReference(reference)}</bdi>
        <span className="text-sm text-muted-foreground">{paymentMethodLabel(paymentMethod)}</span>
      </span>
    ),
    className: 'lg:min-w-36',
  },
  { header: m.records_status(), cell: (record) => <RecordState record={record} /> },
  {
    header: m.admin_submitted(),
    cell: ({ submittedAt }) => (
      <span className="flex flex-col max-lg:items-end">
        <span className="whitespace-nowrap">{formatTimestamp(submittedAt)}</span>
        <span className="text-sm text-muted-foreground">{formatAge(submittedAt)}</span>
      </span>
    ),
  },
  {
    header: m.records_assignee(),
    cell: ({ assigneeName }) => <bdi className="wrap-anywhere">{assigneeName ?? '–'}</bdi>,
  },
];

const FLAG_TONES = ['neutral', 'neutral', 'warning', 'destructive'] as const;

function RecordState({ record }: { record: FoundRecord }) {
  const { status, flag, isHeld, heldUntil, isFirstApproved, correctedAt } = record;
  const isPending = status === 'pending_manual_verification';
  return (
    <span className="flex flex-wrap gap-1.5 max-lg:justify-end">
      <StatusBadge status={status} />
      {isPending && flag > 0 && (
        <Badge variant={FLAG_TONES[flag] ?? 'neutral'}>
          <Flag aria-hidden="true" />
          {FLAG_LABELS[String(flag)]}
        </Badge>
      )}
      {isPending && isHeld && (
        <Badge variant="neutral">
          <Hourglass aria-hidden="true" />
          {m.records_held_until({ time: formatTimestamp(heldUntil) })}
        </Badge>
      )}
      {isPending && isFirstApproved && <Badge variant="accent">{m.records_first_approved()}</Badge>}
      {correctedAt !== null && (
        <Badge variant="neutral">
          <PenLine aria-hidden="true" />
          {m.records_corrected()}
        </Badge>
      )}
    </span>
  );
}

/** The matching records as a table, with times in the browser's zone. */
export function recordsCsv(filter: RecordFilter): CsvSource<FoundRecord> {
  const zone = readersZone();
  return {
    pages: () => everyRecord(filter),
    columns: [
      { header: m.admin_id(), value: ({ id }) => id },
      { header: m.records_kind(), value: ({ kind }) => kindLabel(kind) },
      { header: m.admin_user(), value: ({ customerName }) => customerName },
      { header: m.common_email(), value: ({ customerEmail }) => customerEmail },
      {
        header: m.common_country(),
        value: ({ country }) => (country === null ? null : countryLabel(country)),
      },
      { header: m.common_amount(), value: ({ amount }) => amount },
      { header: m.common_currency(), value: ({ currency }) => currency },
      { header: m.admin_method(), value: ({ paymentMethod }) => paymentMethodLabel(paymentMethod) },
      {
        header: m.admin_reference(),
        value: ({ reference }) => describeTransactionReference(reference),
      },
      { header: m.records_status(), value: ({ status }) => statusLabel(status) },
      { header: m.records_checks(), value: ({ flag }) => FLAG_LABELS[String(flag)] ?? null },
      { header: m.records_assignee(), value: ({ assigneeName }) => assigneeName },
      {
        header: m.admin_submitted_zone({ zone }),
        value: ({ submittedAt }) => csvTime(submittedAt, zone),
      },
      {
        header: m.records_decided_zone({ zone }),
        value: ({ decidedAt }) => (decidedAt === null ? null : csvTime(decidedAt, zone)),
      },
    ],
  };
}
