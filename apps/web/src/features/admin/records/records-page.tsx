import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../../components/data/export-csv-button.tsx';
import { KeysetPager } from '../../../components/data/keyset-pager.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useSearchParamState } from '../../../lib/use-search-param-state.ts';
import { watchRows } from '../../../lib/watch-rows.ts';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../session/session-context.ts';
import { FILTER_NAMES, NO_FILTER, readRecordFilter } from './record-filter.ts';
import { RECORD_COLUMNS, recordsCsv } from './record-columns.tsx';
import { RecordsFilters } from './records-filters.tsx';
import {
  COUNT_LIMIT,
  RECORDS_PAGE_SIZE,
  recordCountQuery,
  recordsKey,
  recordsQuery,
} from './records-api.ts';
import { SavedViews } from './saved-views.tsx';
import { ShortcutsButton } from './shortcuts-button.tsx';
import { useListShortcuts } from './use-list-shortcuts.ts';

const SKELETON_ROWS = 8;

/** All orders and recharges. The filter and the position are query parameters, so a link shows the same rows. */
export function RecordsPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={m.records_title()} description={m.records_description()} />
      <Records key={user.id} adminId={user.id} />
    </div>
  );
}

function Records({ adminId }: { adminId: string }) {
  const { read, write } = useSearchParamState();
  const queries = useQueryClient();
  const filter = readRecordFilter(read);
  const after = read('after');
  const records = useQuery(recordsQuery(adminId, filter, after));
  const count = useQuery(recordCountQuery(adminId, filter));
  useEffect(
    () =>
      watchRows([{ table: 'records' }], () =>
        queries.invalidateQueries({ queryKey: recordsKey(adminId) }),
      ),
    [queries, adminId],
  );
  const list = useRef<HTMLDivElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useListShortcuts(list, () => setIsHelpOpen(true));
  const { data } = records;
  const isFiltered = FILTER_NAMES.some((name) => name !== 'sort' && filter[name] !== '');

  return (
    <Card ref={list}>
      <CardHeader className="gap-4 pb-4 sm:pb-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle aria-live="polite">
            {count.data === undefined ? m.records_title() : countText(count.data)}
          </CardTitle>
          <div className="flex flex-wrap gap-2">
            <SavedViews adminId={adminId} filter={filter} />
            <ExportCsvButton
              name="beaconpay-records"
              what={m.records_what()}
              source={recordsCsv(filter)}
            />
            <ShortcutsButton isOpen={isHelpOpen} onOpenChange={setIsHelpOpen} />
          </div>
        </div>
        <RecordsFilters filter={filter} />
      </CardHeader>
      {records.errorUpdateCount > 0 && data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.records_the_records()}
          query={records}
        />
      ) : data?.rows.length === 0 ? (
        <NoRecords isFiltered={isFiltered} onClear={() => write(NO_FILTER)} />
      ) : (
        <DataTable
          label={m.records_title()}
          columns={RECORD_COLUMNS}
          rows={data?.rows}
          rowKey={({ id }) => id}
          skeletonRowCount={SKELETON_ROWS}
          isStale={records.isPlaceholderData}
        />
      )}
      {data && (
        <KeysetPager
          label={m.records_title()}
          after={after}
          next={data.next}
          pageSize={RECORDS_PAGE_SIZE}
        />
      )}
    </Card>
  );
}

function countText(count: number): string {
  return count >= COUNT_LIMIT
    ? m.records_more_than({ count: formatCount(COUNT_LIMIT) })
    : m.records_count({ count, formatted: formatCount(count) });
}

function NoRecords({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={FileSearch}
      title={m.records_none_found()}
      description={isFiltered ? m.records_try_other_filters() : m.records_none_yet()}
      action={
        isFiltered && (
          <Button variant="outline" onClick={onClear}>
            {m.records_clear_filters()}
          </Button>
        )
      }
    />
  );
}
