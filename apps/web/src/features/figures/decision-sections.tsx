import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatCount, formatPlainDate, formatPlainDay } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import {
  administratorsQuery,
  decisionTimesQuery,
  rejectionsQuery,
  type AdministratorFigure,
  type DecisionTime,
  type RejectionReason,
} from './api.ts';
import type { DayRange } from './day-range.ts';
import { formatDuration } from './duration.ts';
import { FigureSection, type FigureColumn } from './figure-section.tsx';

interface SectionProps {
  adminId: string;
  range: DayRange;
}

const TIME_COLUMNS: readonly FigureColumn<DecisionTime>[] = [
  { header: m.figures_day(), value: ({ day }) => day, text: ({ day }) => formatPlainDate(day) },
  {
    header: m.figures_decisions(),
    value: ({ decisions }) => decisions,
    text: ({ decisions }) => formatCount(decisions),
  },
  {
    header: m.figures_median(),
    value: ({ medianSeconds }) => medianSeconds,
    text: ({ medianSeconds }) => formatDuration(medianSeconds),
  },
  {
    header: m.figures_p90(),
    value: ({ p90Seconds }) => p90Seconds,
    text: ({ p90Seconds }) => formatDuration(p90Seconds),
  },
];

/** How long decisions took, by the day of the decision. */
export function DecisionTimesSection({ adminId, range }: SectionProps) {
  const times = useQuery(decisionTimesQuery(adminId, range));
  const days = times.data?.filter(({ day }) => day !== null);
  return (
    <FigureSection
      title={m.figures_time_to_decision()}
      fileName="beaconpay-decision-times"
      chart={{
        kind: 'lines',
        points: (days ?? []).map(({ day, medianSeconds, p90Seconds }) => ({
          name: day ?? '',
          values: { median: medianSeconds ?? 0, p90: p90Seconds ?? 0 },
        })),
        series: [
          { key: 'median', label: m.figures_median() },
          { key: 'p90', label: m.figures_p90() },
        ],
        nameOf: formatPlainDay,
        format: formatDuration,
      }}
      columns={TIME_COLUMNS}
      rows={days}
      rowKey={({ day }) => day ?? ''}
      query={times}
    />
  );
}

const ADMINISTRATOR_COLUMNS: readonly FigureColumn<AdministratorFigure>[] = [
  { header: m.figures_administrator(), value: ({ email }) => email },
  {
    header: m.figures_result_approved(),
    value: ({ approved }) => approved,
    text: ({ approved }) => formatCount(approved),
  },
  {
    header: m.figures_result_rejected(),
    value: ({ rejected }) => rejected,
    text: ({ rejected }) => formatCount(rejected),
  },
  {
    header: m.figures_corrections(),
    value: ({ corrections }) => corrections,
    text: ({ corrections }) => formatCount(corrections),
  },
  {
    header: m.figures_median(),
    value: ({ medianSeconds }) => medianSeconds,
    text: ({ medianSeconds }) => formatDuration(medianSeconds),
  },
];

/** How many records each administrator decided. */
export function AdministratorsSection({ adminId, range }: SectionProps) {
  const administrators = useQuery(administratorsQuery(adminId, range));
  return (
    <FigureSection
      title={m.figures_per_administrator()}
      fileName="beaconpay-administrators"
      chart={{
        kind: 'bars',
        points: (administrators.data ?? []).map(({ email, approved, rejected }) => ({
          name: email,
          values: { approved, rejected },
        })),
        series: [
          { key: 'approved', label: m.figures_result_approved(), color: 3 },
          { key: 'rejected', label: m.figures_result_rejected(), color: 4 },
        ],
        nameOf: (email) => email.split('@')[0] ?? email,
        format: formatCount,
      }}
      columns={ADMINISTRATOR_COLUMNS}
      rows={administrators.data}
      rowKey={({ id }) => id}
      query={administrators}
    />
  );
}

const reasonText = (reason: string) => (reason === '' ? m.figures_no_reason() : reason);

const REASON_COLUMNS: readonly FigureColumn<RejectionReason>[] = [
  { header: m.figures_reason(), value: ({ reason }) => reasonText(reason) },
  {
    header: m.figures_rejections(),
    value: ({ count }) => count,
    text: ({ count }) => formatCount(count),
  },
  {
    header: m.common_amount(),
    value: ({ amount }) => amount,
    text: ({ amount }) => formatAmount(amount, 'USD'),
  },
];

/** Why records were rejected, the most frequent reason first. Sentences are too long for a chart. */
export function RejectionsSection({ adminId, range }: SectionProps) {
  const rejections = useQuery(rejectionsQuery(adminId, range));
  return (
    <FigureSection
      title={m.figures_rejections_by_reason()}
      fileName="beaconpay-rejections"
      chart={null}
      columns={REASON_COLUMNS}
      rows={rejections.data}
      rowKey={({ reason }) => reason}
      query={rejections}
    />
  );
}
