import { FilterInput, FilterSelect } from '../../components/data/filter-fields.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { formatPlainDate } from '../../lib/format.ts';
import { useSearchParamChoice, useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../session/session-context.ts';
import { chosenRange, RANGES } from './day-range.ts';
import {
  AdministratorsSection,
  DecisionTimesSection,
  RejectionsSection,
} from './decision-sections.tsx';
import { RANGE_LABELS } from './figure-texts.ts';
import { QueueSection } from './queue-section.tsx';
import { RangeTotals } from './totals.tsx';
import { VolumeSection } from './volume-section.tsx';

const RANGE_OPTIONS = ['1', '7', '30', '90', 'custom'].map((value) => ({
  value,
  label: (RANGE_LABELS as Readonly<Record<string, string>>)[value] ?? value,
}));

/** What was submitted and decided, and how old the queue is. The guard of the route admits only administrators. */
export function FiguresPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={m.figures_title()} description={m.figures_description()} />
      <Figures key={user.id} adminId={user.id} />
    </div>
  );
}

/** The range and the choices of the charts are query parameters, so a link shows the same figures. */
function Figures({ adminId }: { adminId: string }) {
  const { read } = useSearchParamState();
  const [choice] = useSearchParamChoice('range', RANGES);
  const custom = { from: read('from'), to: read('to') };
  const range = chosenRange(choice, custom);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-52">
          <FilterSelect name="range" value={choice} options={RANGE_OPTIONS} hasAny={false}>
            {m.figures_range()}
          </FilterSelect>
        </div>
        {choice === 'custom' && (
          <>
            <FilterInput name="from" value={custom.from} type="date" max={custom.to || undefined}>
              {m.audit_from()}
            </FilterInput>
            <FilterInput name="to" value={custom.to} type="date" min={custom.from || undefined}>
              {m.audit_to()}
            </FilterInput>
          </>
        )}
        <p className="pb-2.5 text-sm text-muted-foreground">
          {m.figures_range_is({ from: formatPlainDate(range.from), to: formatPlainDate(range.to) })}
        </p>
      </div>
      <RangeTotals adminId={adminId} range={range} />
      <VolumeSection adminId={adminId} range={range} />
      <DecisionTimesSection adminId={adminId} range={range} />
      <QueueSection adminId={adminId} />
      <AdministratorsSection adminId={adminId} range={range} />
      <RejectionsSection adminId={adminId} range={range} />
    </div>
  );
}
