import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatCount } from '../../lib/format.ts';
import { LOCALE } from '../../lib/locale.ts';
import { m } from '../../paraglide/messages.js';
import { decisionTimesQuery, figuresQuery } from './api.ts';
import { rangeBefore, type DayRange } from './day-range.ts';
import { formatDuration } from './duration.ts';
import { changeOf, totalsOf, type Totals } from './sums.ts';

interface TotalsProps {
  adminId: string;
  range: DayRange;
}

/** The sums of the range, each with its change from the range before. */
export function RangeTotals({ adminId, range }: TotalsProps) {
  const before = rangeBefore(range);
  const figures = useQuery(figuresQuery(adminId, range));
  const figuresBefore = useQuery(figuresQuery(adminId, before));
  const times = useQuery(decisionTimesQuery(adminId, range));
  const timesBefore = useQuery(decisionTimesQuery(adminId, before));
  const now = figures.data && totalsOf(figures.data);
  const earlier = figuresBefore.data && totalsOf(figuresBefore.data);
  const median = times.data && (times.data[0]?.medianSeconds ?? null);
  const medianBefore = timesBefore.data && (timesBefore.data[0]?.medianSeconds ?? null);
  const tile = (label: string, read: (totals: Totals) => number, format: (n: number) => string) => (
    <Tile
      label={label}
      text={now && format(read(now))}
      change={now && earlier && changeOf(read(now), read(earlier))}
    />
  );
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {tile(m.figures_submitted(), ({ count }) => count, formatCount)}
      {tile(
        m.figures_submitted_amount(),
        ({ amount }) => amount,
        (amount) => formatAmount(amount, 'USD'),
      )}
      {tile(m.figures_approved(), ({ approved }) => approved, formatCount)}
      {tile(m.figures_rejected(), ({ rejected }) => rejected, formatCount)}
      <Tile
        label={m.figures_median_time()}
        text={median === undefined ? undefined : formatDuration(median)}
        change={
          median === undefined || medianBefore === undefined
            ? undefined
            : changeOf(median ?? 0, median === null ? 0 : (medianBefore ?? 0))
        }
      />
    </dl>
  );
}

interface TileProps {
  label: string;
  /** Undefined while it loads. */
  text: string | undefined;
  /** As a share. Null if there is nothing to compare with. */
  change: number | null | undefined;
}

const SHARE = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

function Tile({ label, text, change }: TileProps) {
  return (
    <Card className="gap-1 p-4 sm:p-5">
      <dt className="text-sm font-semibold text-muted-foreground">{label}</dt>
      <dd className="flex flex-col gap-0.5">
        {text === undefined ? (
          <Skeleton className="h-8 w-24" />
        ) : (
          <span className="text-2xl leading-8 font-bold tracking-tight tabular-nums">{text}</span>
        )}
        <span className="min-h-5 text-[0.8125rem] leading-5 text-muted-foreground">
          {change !== undefined &&
            (change === null
              ? m.figures_nothing_before()
              : m.figures_change({ change: SHARE.format(change) }))}
        </span>
      </dd>
    </Card>
  );
}
