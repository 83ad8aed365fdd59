import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { DataTable } from '../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { KeysetPager } from '../../components/data/keyset-pager.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../session/session-context.ts';
import { AUDIT_PAGE_SIZE, auditLogQuery } from './api.ts';
import { AUDIT_COLUMNS, auditCsv } from './audit-columns.tsx';
import { FILTER_NAMES, NO_FILTER, readAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { ChainBadge } from './chain-badge.tsx';

const SKELETON_ROWS = 8;

/** Each change of records, accounts, settings and rights. The guard of the route admits only administrators. */
export function AuditPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={m.audit_title()} description={m.audit_description()} />
      <div className="flex flex-col gap-5">
        <ChainBadge adminId={user.id} />
        <AuditLog key={user.id} adminId={user.id} />
      </div>
    </div>
  );
}

/** The filter and the position are query parameters, so a link shows the same entries. */
function AuditLog({ adminId }: { adminId: string }) {
  const { read, write } = useSearchParamState();
  const filter = readAuditFilter(read);
  const after = read('after');
  const entries = useQuery(auditLogQuery(adminId, filter, after));
  const { data } = entries;
  const isFiltered = FILTER_NAMES.some((name) => filter[name] !== '');

  return (
    <Card>
      <CardHeader className="gap-4 pb-4 sm:pb-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle>{m.audit_entries()}</CardTitle>
          <div className="flex flex-wrap gap-2">
            {isFiltered && (
              <Button variant="ghost" size="sm" onClick={() => write(NO_FILTER)}>
                {m.records_clear_filters()}
              </Button>
            )}
            <ExportCsvButton
              name="beaconpay-audit"
              what={m.audit_what_entries()}
              source={auditCsv(filter)}
            />
          </div>
        </div>
        <AuditFilters adminId={adminId} filter={filter} />
      </CardHeader>
      {entries.errorUpdateCount > 0 && data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.audit_the_entries()}
          query={entries}
        />
      ) : data?.rows.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={m.audit_none_found()}
          description={isFiltered ? m.records_try_other_filters() : m.audit_none_yet()}
        />
      ) : (
        <DataTable
          label={m.audit_entries()}
          columns={AUDIT_COLUMNS}
          rows={data?.rows}
          rowKey={({ id }) => String(id)}
          skeletonRowCount={SKELETON_ROWS}
          isStale={entries.isPlaceholderData}
        />
      )}
      {data && (
        <KeysetPager
          label={m.audit_entries()}
          after={after}
          next={data.next}
          pageSize={AUDIT_PAGE_SIZE}
        />
      )}
    </Card>
  );
}
