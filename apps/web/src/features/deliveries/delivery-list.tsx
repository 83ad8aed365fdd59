import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { DataTable } from '../../components/data/data-table.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { m } from '../../paraglide/messages.js';
import { doneColumns, openColumns } from './delivery-columns.tsx';
import type { QueuedDelivery } from './queued-delivery.ts';

const SKELETON_ROWS = 5;

interface DeliveryListProps {
  title: string;
  overdueCount: number;
  queue: UseInfiniteQueryResult<InfiniteData<QueuedDelivery[]>>;
  /** Missing for finished deliveries. */
  onDeliver?: (delivery: QueuedDelivery) => void;
}

/** Deliveries page by page. */
export function DeliveryList({ title, overdueCount, queue, onDeliver }: DeliveryListProps) {
  const rows = queue.data?.pages.flat();
  return (
    // The last row has the round corners of the card.
    <Card className="overflow-clip">
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle tabIndex={-1} className="outline-none">
          {title}
        </CardTitle>
        <CardDescription>
          {onDeliver === undefined ? (
            m.deliveries_newest_first()
          ) : overdueCount > 0 ? (
            <span className="font-semibold text-destructive-text">
              {m.deliveries_overdue_count({ count: overdueCount })}
            </span>
          ) : (
            m.deliveries_oldest_due_first()
          )}
        </CardDescription>
      </CardHeader>
      {rows === undefined && queue.errorUpdateCount > 0 ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.deliveries_the_deliveries()}
          query={queue}
        />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={CircleCheckBig}
          title={onDeliver === undefined ? m.deliveries_none_done() : m.deliveries_all_delivered()}
          description={
            onDeliver === undefined ? m.deliveries_none_done_yet() : m.deliveries_nothing_waits()
          }
          className="pt-6"
        />
      ) : (
        <DataTable
          label={title}
          columns={onDeliver === undefined ? doneColumns : openColumns(onDeliver)}
          rows={rows}
          rowKey={({ id }) => id}
          skeletonRowCount={SKELETON_ROWS}
        />
      )}
      {queue.hasNextPage && (
        <div className="border-t px-5 py-4 sm:px-6">
          <Button
            variant="outline"
            size="sm"
            busy={queue.isFetchingNextPage}
            onClick={() => void queue.fetchNextPage()}
          >
            {m.deliveries_show_more()}
          </Button>
        </div>
      )}
    </Card>
  );
}
