import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import type { RefObject } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { DataTable } from '../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Pagination } from '../../components/ui/pagination.tsx';
import { useSearchParamPage } from '../../lib/use-search-param-state.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { PENDING_PAGE_SIZE, pendingRecordsQuery } from './pending-api.ts';
import {
  pendingListStateQuery,
  reusedReferencesQuery,
  type EarlierUse,
} from './pending-state-api.ts';
import { pendingColumns } from './pending-columns.tsx';
import { pendingTable } from './export-tables.ts';
import { PendingUpdatesNotice } from './pending-updates-notice.tsx';
import { countUpdates, describeUpdates } from './pending-updates.ts';
import type { Viewers } from './viewers.ts';
import type { PendingRecord } from './pending-record.ts';
import { useExistingPage, useFrozenPage } from './use-frozen-page.ts';
import { m } from '../../paraglide/messages.js';

const SKELETON_ROWS = 3;

interface PendingSectionProps {
  adminId: string;
  kind: RecordKind;
  title: string;
  /** Records that were reviewed on this page. */
  reviewedHere: ReadonlySet<string>;
  viewers: Viewers;
  /** Gets the focus when the reviewed record leaves the list. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  onReview: (record: PendingRecord, earlier: EarlierUse | undefined) => void;
}

/**
 * The records that await a review, oldest first, each with a Review button. The shown rows stay in place. New
 * and reviewed records are counted, and shown on request.
 */
export function PendingSection({
  adminId,
  kind,
  title,
  reviewedHere,
  viewers,
  headingRef,
  onReview,
}: PendingSectionProps) {
  const { noun, table } = RECORD_KINDS[kind];
  const [page, setPage] = useSearchParamPage(table);
  const pending = useQuery(pendingRecordsQuery(adminId, kind, page));

  const { shown: data, showLatest } = useFrozenPage(pending, {
    page,
    headingRef,
    doneHere: reviewedHere,
    reload: pending.refetch,
  });
  useExistingPage({ page, setPage, pageSize: PENDING_PAGE_SIZE, totalCount: data?.totalCount });
  const ids = data?.rows.map(({ id }) => id);
  const reused = useQuery(reusedReferencesQuery(adminId, ids ?? []));
  const state = useQuery(pendingListStateQuery(adminId, kind, ids)).data;
  const shownCount = data?.totalCount ?? 0;
  const waiting = state?.waiting ?? shownCount;
  const { arrived, decided } = countUpdates({
    waiting,
    shown: shownCount,
    decidedIds: [...(state?.decisions.keys() ?? [])],
    reviewedHere,
  });

  return (
    <Card>
      <PendingHeader
        kind={kind}
        title={title}
        headingRef={headingRef}
        waiting={waiting}
        news={describeUpdates({ arrived, decided }, noun)}
        onShow={showLatest}
      />
      {reused.isError && (
        <Alert variant="warning" role="alert" className="mx-5 mb-4 sm:mx-6">
          {m.admin_we_couldnt_check_these_references_for()}{' '}
          <TryAgainLink onRetry={() => void reused.refetch()} />
        </Alert>
      )}
      {pending.errorUpdateCount > 0 && data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.admin_pending_records({ noun })}
          query={pending}
        />
      ) : data?.totalCount === 0 ? (
        <EmptyState
          icon={CircleCheckBig}
          title={arrived > 0 ? m.admin_new_items_to_review() : m.admin_all_reviewed()}
          description={
            arrived > 0
              ? m.admin_show_them_when_youre_ready()
              : m.admin_no_pending_records({ noun })
          }
          className="pt-6"
        />
      ) : (
        // The same height as the empty state, which usually replaces it.
        <div className={data === undefined ? 'min-h-51' : undefined}>
          <DataTable
            label={title}
            columns={pendingColumns({
              earlierUseOf: (id) => reused.data?.get(id),
              decisionOf: (id) => (reviewedHere.has(id) ? undefined : state?.decisions.get(id)),
              viewers,
              onReview,
            })}
            rows={data?.rows}
            rowKey={({ id }) => id}
            skeletonRowCount={SKELETON_ROWS}
            isStale={pending.isPlaceholderData}
          />
        </div>
      )}
      {data && data.totalCount > 0 && (
        <Pagination
          className="border-t px-5 py-4 sm:px-6"
          label={title}
          page={page}
          pageSize={PENDING_PAGE_SIZE}
          totalCount={data.totalCount}
          onPageChange={setPage}
        />
      )}
    </Card>
  );
}

interface PendingHeaderProps extends Pick<PendingSectionProps, 'kind' | 'title' | 'headingRef'> {
  waiting: number;
  news: string;
  onShow: () => void;
}

function PendingHeader({ kind, title, headingRef, waiting, news, onShow }: PendingHeaderProps) {
  const { noun, table } = RECORD_KINDS[kind];
  return (
    <CardHeader className="gap-4 pb-4 sm:flex-row sm:items-start sm:justify-between sm:pb-5">
      <div className="flex flex-col gap-1">
        <CardTitle
          ref={headingRef}
          tabIndex={-1}
          className="flex items-center gap-2.5 outline-none"
        >
          {title}
          {waiting > 0 && <Badge variant="warning">{waiting}</Badge>}
        </CardTitle>
        <PendingUpdatesNotice news={news} onShow={onShow}>
          {m.admin_paid_outside_beaconpay_awaiting_verification()}
        </PendingUpdatesNotice>
      </div>
      {waiting > 0 && (
        <ExportCsvButton
          name={`beaconpay-pending-${table}`}
          what={m.admin_pending_records({ noun })}
          source={pendingTable(kind)}
          className="self-start"
        />
      )}
    </CardHeader>
  );
}
