import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { KeysetPager } from '../../components/data/keyset-pager.tsx';
import { DataTable } from '../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { reopenCase } from './cases-api.ts';
import { refreshStatements } from './import-api.ts';
import { lineColumns, linesCsv } from './line-columns.tsx';
import { LINE_FILTER_NAMES, NO_LINE_FILTER, readLineFilter } from './line-filter.ts';
import { linesQuery, undoLink } from './lines-api.ts';
import { LinesFilters } from './lines-filters.tsx';

const SKELETON_ROWS = 8;

/** All imported lines. The filter and the position are query parameters, so a link shows the same rows. */
export function LinesList({ adminId }: { adminId: string }) {
  const { read, write } = useSearchParamState();
  const filter = readLineFilter(read);
  const after = read('after');
  const lines = useQuery(linesQuery(adminId, filter, after));
  const undo = useLineChange(adminId, (id) => undoLink(adminId, id), {
    done: m.statements_link_undone(),
    description: m.statements_link_undone_description(),
    failed: m.statements_not_undone(),
  });
  const reopen = useLineChange(adminId, (id) => reopenCase(adminId, id), {
    done: m.statements_line_reopened(),
    description: m.statements_line_reopened_description(),
    failed: m.statements_not_reopened(),
  });
  const columns = lineColumns({
    canUndo: (link) => link.created_by !== adminId && link.confirmed_by !== adminId,
    onUndo: undo,
    onReopen: reopen,
  });
  const isFiltered = LINE_FILTER_NAMES.some((name) => filter[name] !== '');

  return (
    <Card className="overflow-clip">
      <CardHeader className="gap-4 pb-4 sm:pb-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle>{m.statements_lines()}</CardTitle>
          <ExportCsvButton
            name="beaconpay-bank-lines"
            what={m.statements_lines_what()}
            source={linesCsv(filter)}
          />
        </div>
        <LinesFilters filter={filter} />
      </CardHeader>
      {lines.errorUpdateCount > 0 && lines.data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.statements_the_lines()}
          query={lines}
        />
      ) : lines.data?.rows.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title={m.statements_no_lines_found()}
          description={isFiltered ? m.records_try_other_filters() : m.statements_no_lines_yet()}
          action={
            isFiltered && (
              <Button variant="outline" onClick={() => write(NO_LINE_FILTER)}>
                {m.records_clear_filters()}
              </Button>
            )
          }
        />
      ) : (
        <DataTable
          label={m.statements_lines()}
          columns={columns}
          rows={lines.data?.rows}
          rowKey={({ id }) => id}
          skeletonRowCount={SKELETON_ROWS}
          isStale={lines.isPlaceholderData}
        />
      )}
      {lines.data && (
        <KeysetPager label={m.statements_lines()} after={after} next={lines.data.next} />
      )}
    </Card>
  );
}

interface LineChangeTexts {
  done: string;
  description: string;
  failed: string;
}

/** Changes a line or its link, shows the result in a toast, and reads the lists again. One change at a time. */
function useLineChange(
  adminId: string,
  change: (id: string) => Promise<void>,
  { done, description, failed }: LineChangeTexts,
): (changed: { id: string }) => void {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    onSuccess: () => toast({ title: done, description }),
    onError: (error) => showError(failed, error),
    onSettled: () => refreshStatements(queries, adminId),
  });
  return ({ id }) => {
    if (!isPending) mutate(id);
  };
}
