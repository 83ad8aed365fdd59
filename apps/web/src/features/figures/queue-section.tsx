import { useQuery } from '@tanstack/react-query';
import { formatAge, formatCount } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { queueAgeQuery, type QueueAge } from './api.ts';
import { formatDuration } from './duration.ts';
import { FigureSection, type FigureColumn } from './figure-section.tsx';
import { kindLabel } from './figure-texts.ts';

const AGES = [
  { key: 'under1', label: m.figures_age_under_1_hour(), color: 3 },
  { key: 'under4', label: m.figures_age_1_to_4_hours(), color: 1 },
  { key: 'under24', label: m.figures_age_4_to_24_hours(), color: 2 },
  { key: 'over24', label: m.figures_age_over_24_hours(), color: 4 },
];

const counted = (header: string, count: (row: QueueAge) => number): FigureColumn<QueueAge> => ({
  header,
  value: count,
  text: (row) => formatCount(count(row)),
});

const COLUMNS: readonly FigureColumn<QueueAge>[] = [
  { header: m.records_kind(), value: ({ kind }) => kindLabel(kind) },
  { header: m.admin_method(), value: ({ method }) => paymentMethodLabel(method) },
  counted(m.figures_waiting(), ({ waiting }) => waiting),
  counted(m.figures_held(), ({ held }) => held),
  counted(m.figures_overdue(), ({ overdue }) => overdue),
  {
    header: m.figures_oldest(),
    value: ({ oldestAt }) => oldestAt,
    text: ({ oldestAt }) => (oldestAt === null ? '–' : formatAge(oldestAt)),
  },
  {
    header: m.figures_median(),
    value: ({ medianSeconds }) => medianSeconds,
    text: ({ medianSeconds }) => formatDuration(medianSeconds),
  },
  ...AGES.map(({ label }, index) => counted(label, ({ ages }) => ages[index] ?? 0)),
];

/** How long the pending records have waited until now. */
export function QueueSection({ adminId }: { adminId: string }) {
  const queue = useQuery(queueAgeQuery(adminId));
  return (
    <FigureSection
      title={m.figures_queue_age()}
      fileName="beaconpay-queue"
      chart={{
        kind: 'bars',
        points: (queue.data ?? []).map(({ kind, method, ages }) => ({
          name: `${kindLabel(kind)} · ${paymentMethodLabel(method)}`,
          values: Object.fromEntries(AGES.map(({ key }, index) => [key, ages[index] ?? 0])),
        })),
        series: AGES,
        nameOf: (name) => name,
        format: formatCount,
      }}
      columns={COLUMNS}
      rows={queue.data}
      rowKey={({ kind, method }) => `${kind} ${method}`}
      query={queue}
    />
  );
}
