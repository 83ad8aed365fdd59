import { Button } from '../../components/ui/button.tsx';
import { formatCount } from '../../lib/format.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import type { ImportCounts } from './import-counts.ts';

/** What an import did, with the way to what is left to do. */
export function ImportSummary({ counts }: { counts: ImportCounts }) {
  const { write } = useSearchParamState();
  const figures = [
    [m.statements_imported(), counts.imported],
    [m.statements_known(), counts.known],
    [m.statements_matched(), counts.matched],
    [m.statements_proposed(), counts.proposed],
    [m.statements_cases(), counts.cases],
    [m.statements_ignored(), counts.ignored],
  ] as const;
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="font-semibold">{m.statements_import_finished()}</p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {figures.map(([name, count]) => (
          <div key={name} className="flex flex-col rounded-lg bg-muted px-3.5 py-3">
            <dt className="text-sm text-muted-foreground">{name}</dt>
            <dd className="tabular text-xl font-bold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {counts.proposed > 0 && (
          <Button onClick={() => write({ tab: 'proposals' })}>
            {m.statements_show_proposals()}
          </Button>
        )}
        {counts.cases > 0 && (
          <Button variant="outline" onClick={() => write({ tab: 'cases' })}>
            {m.statements_show_cases()}
          </Button>
        )}
      </div>
    </div>
  );
}
