import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import type { RefObject } from 'react';
import { EmailText } from '../../components/data/email-text.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { PersonAvatar } from '../../components/data/person-avatar.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Pagination } from '../../components/ui/pagination.tsx';
import { formatAge, formatTimestamp, shortId } from '../../lib/format.ts';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { useSearchParamPage } from '../../lib/use-search-param-state.ts';
import { avatarLetters } from '../../session/avatar-letters.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import {
  decisionsQuery,
  PENDING_PAGE_SIZE,
  pendingRecordsQuery,
  reusedReferencesQuery,
  type Decision,
  type EarlierUse,
} from './pending-api.ts';
import { titleOf } from './earlier-records-api.ts';
import { pendingTable } from './export-tables.ts';
import { PendingUpdatesNotice } from './pending-updates-notice.tsx';
import { countUpdates, describeUpdates } from './pending-updates.ts';
import type { Viewers } from './viewers.ts';
import type { PendingRecord } from './pending-record.ts';
import { loadReviewDialog } from './load-review-dialog.ts';
import { RowNote } from './row-note.tsx';
import { useExistingPage, useFrozenPage, useSettled } from './use-frozen-page.ts';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
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

  const {
    shown: data,
    latest,
    showLatest,
  } = useFrozenPage(pending, { page, headingRef, doneHere: reviewedHere });
  useExistingPage({ page, setPage, pageSize: PENDING_PAGE_SIZE, totalCount: data?.totalCount });
  const ids = data?.rows.map(({ id }) => id) ?? [];
  const reused = useQuery(reusedReferencesQuery(adminId, ids));
  const decisionsQueried = useQuery(decisionsQuery(adminId, kind, ids));
  const decisions = decisionsQueried.data;
  const waiting = latest?.totalCount ?? data?.totalCount ?? 0;
  const counted = countUpdates({
    waiting,
    shown: data?.totalCount ?? waiting,
    decidedIds: [...(decisions?.keys() ?? [])],
    reviewedHere,
  });
  // Both results belong to the same moment only while neither is loading.
  const { arrived, decided } = useSettled(
    counted,
    !pending.isFetching && !decisionsQueried.isFetching,
  );
  const news = describeUpdates({ arrived, decided }, noun);

  return (
    <Card>
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
          <PendingUpdatesNotice news={news} onShow={showLatest}>
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
            columns={columnsWith({
              earlierUseOf: (id) => reused.data?.get(id),
              decisionOf: (id) => (reviewedHere.has(id) ? undefined : decisions?.get(id)),
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

interface RowFacts extends Pick<PendingSectionProps, 'viewers' | 'onReview'> {
  earlierUseOf: (id: string) => EarlierUse | undefined;
  decisionOf: (id: string) => Decision | undefined;
}

function columnsWith({
  earlierUseOf,
  decisionOf,
  viewers,
  onReview,
}: RowFacts): DataColumn<PendingRecord>[] {
  return [
    { header: m.admin_id(), cell: ({ id }) => <Reference value={id} label={m.admin_id()} short /> },
    {
      header: m.admin_user(),
      cell: ({ customerName, customerEmail, customerPicture }) => (
        <span className="flex min-w-0 items-center gap-3 max-lg:flex-row-reverse">
          <PersonAvatar
            address={customerPicture}
            letters={avatarLetters(customerName, customerEmail)}
            className="size-8 text-xs"
          />
          <span className="min-w-0 font-semibold wrap-anywhere">{customerName ?? '–'}</span>
        </span>
      ),
      className: 'lg:min-w-40',
    },
    {
      header: m.common_email(),
      cell: ({ customerEmail }) => <EmailText email={customerEmail} />,
      className: 'lg:min-w-40',
    },
    {
      header: m.common_amount(),
      cell: ({ amount, currency }) => (
        <span className="tabular font-semibold">{formatAmount(amount, currency)}</span>
      ),
      className: 'text-end',
    },
    {
      header: m.admin_method(),
      cell: ({ paymentMethod }) => paymentMethodLabel(paymentMethod),
      className: 'lg:whitespace-nowrap',
    },
    {
      header: m.admin_reference(),
      cell: ({ id, reference }) => (
        <PaymentReference reference={reference} earlier={earlierUseOf(id)} />
      ),
      className: 'lg:min-w-40',
    },
    {
      header: m.admin_submitted(),
      cell: ({ submittedAt }) => (
        <span className="flex flex-col max-lg:items-end">
          {formatTimestamp(submittedAt)}
          <span className="text-[0.8125rem] text-muted-foreground">{formatAge(submittedAt)}</span>
        </span>
      ),
      className: 'lg:min-w-32',
    },
    {
      header: m.admin_action(),
      cell: (record) => (
        <RowNote decision={decisionOf(record.id)} viewers={viewers.get(record.id) ?? []}>
          <Button
            variant="outline"
            size="sm"
            aria-label={reviewLabel(record)}
            {...preloadOnIntent(loadReviewDialog)}
            onClick={() => onReview(record, earlierUseOf(record.id))}
          >
            {m.admin_review()}
          </Button>
        </RowNote>
      ),
      // Stays visible beside a table that is wider than the viewport.
      className: 'lg:sticky lg:end-0 lg:bg-card lg:text-end',
    },
  ];
}

/** "Review Premium card order of Ada Lovelace, $15.00", because screen readers cannot pronounce an id. */
function reviewLabel(record: PendingRecord): string {
  const what = titleOf(record.kind, record.contents[0]?.value);
  const customer = record.customerName ?? record.customerEmail ?? m.admin_a_customer();
  return m.admin_review_what_of_customer_amount({
    what,
    customer,
    amount: formatAmount(record.amount, record.currency),
  });
}

interface PaymentReferenceProps {
  reference: string;
  earlier: EarlierUse | undefined;
}

function PaymentReference({ reference, earlier }: PaymentReferenceProps) {
  const text = describeTransactionReference(reference);
  return (
    <span className="flex flex-col items-start gap-1 max-lg:items-end">
      <span className="inline-flex max-w-full items-center gap-1">
        <span className="line-clamp-3 min-w-0 wrap-anywhere" title={text}>
          {text}
        </span>
        <CopyButton
          value={text}
          label={m.admin_payment_reference()}
          className="size-9 text-muted-foreground"
        />
      </span>
      {earlier && (
        <Badge variant="destructive" className="whitespace-nowrap">
          {m.admin_duplicate_of_record({ record: shortId(earlier.id) })}
        </Badge>
      )}
    </span>
  );
}
