import type { DataColumn } from '../../components/data/data-table.tsx';
import { EmailText } from '../../components/data/email-text.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { loadDeliveryDialog } from './load-delivery-dialog.ts';
import type { QueuedDelivery } from './queued-delivery.ts';

const recordColumns: readonly DataColumn<QueuedDelivery>[] = [
  {
    header: m.deliveries_id(),
    cell: ({ id }) => <Reference value={id} label={m.deliveries_id()} short />,
  },
  {
    header: m.deliveries_customer(),
    cell: ({ customerName, customerEmail }) => (
      <span className="flex min-w-0 flex-col">
        <bdi className="font-semibold wrap-anywhere">{customerName ?? '–'}</bdi>
        <span className="text-sm text-muted-foreground">
          <EmailText email={customerEmail} />
        </span>
      </span>
    ),
    className: 'lg:min-w-44',
  },
  {
    header: m.deliveries_what(),
    cell: (delivery) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-semibold">{titleOf(delivery)}</span>
        <span className="text-sm wrap-anywhere text-muted-foreground">
          {delivery.contents.at(1)?.value}
        </span>
      </span>
    ),
    className: 'lg:min-w-36',
  },
  {
    header: m.common_amount(),
    cell: ({ amount, currency }) => (
      <span className="tabular font-semibold">{formatAmount(amount, currency)}</span>
    ),
    className: 'text-end',
  },
];

export const doneColumns: readonly DataColumn<QueuedDelivery>[] = [
  ...recordColumns,
  {
    header: m.deliveries_result(),
    cell: ({ state, result, isTest }) => (
      <span className="flex flex-wrap items-center gap-1.5 max-lg:justify-end">
        <Badge variant={state === 'delivered' ? 'success' : 'neutral'}>
          {state === 'delivered' ? m.deliveries_delivered() : m.deliveries_cancelled()}
        </Badge>
        {isTest && <Badge variant="outline">{m.deliveries_test()}</Badge>}
        <span className="tabular min-w-0 wrap-anywhere">{result}</span>
      </span>
    ),
    className: 'lg:min-w-44',
  },
  {
    header: m.deliveries_delivered(),
    cell: ({ deliveredAt, deliveredBy }) => (
      <span className="flex flex-col max-lg:items-end">
        {formatTimestamp(deliveredAt)}
        {deliveredBy !== null && (
          <span className="text-[0.8125rem] text-muted-foreground">
            <EmailText email={deliveredBy} />
          </span>
        )}
      </span>
    ),
    className: 'lg:min-w-36',
  },
];

export function openColumns(
  onDeliver: (delivery: QueuedDelivery) => void,
): DataColumn<QueuedDelivery>[] {
  return [
    ...recordColumns,
    {
      header: m.deliveries_due(),
      cell: (delivery) => <Due delivery={delivery} />,
      className: 'lg:min-w-40',
    },
    {
      header: m.deliveries_action(),
      cell: (delivery) => (
        <Button
          variant="outline"
          size="sm"
          data-deliver={delivery.id}
          aria-label={m.deliveries_deliver_what_of_customer({
            what: titleOf(delivery),
            customer: delivery.customerName ?? delivery.customerEmail ?? m.deliveries_a_customer(),
          })}
          {...preloadOnIntent(loadDeliveryDialog)}
          onClick={() => onDeliver(delivery)}
        >
          {m.deliveries_deliver()}
        </Button>
      ),
      className: 'lg:sticky lg:end-0 lg:bg-card lg:text-end',
    },
  ];
}

function Due({ delivery: { dueAt, isOverdue, failureReason } }: { delivery: QueuedDelivery }) {
  return (
    <span className="flex flex-col items-start gap-1 max-lg:items-end">
      {formatTimestamp(dueAt)}
      {isOverdue && <Badge variant="destructive">{m.deliveries_overdue()}</Badge>}
      {failureReason !== null && (
        <span className="line-clamp-2 text-[0.8125rem] wrap-anywhere text-destructive-text">
          {m.deliveries_last_attempt_failed({ reason: failureReason })}
        </span>
      )}
    </span>
  );
}

/** "Premium card", "MTN top-up". */
function titleOf({ kind, contents: [first] }: QueuedDelivery): string {
  const name = first?.value ?? '';
  return kind === 'card_order'
    ? m.deliveries_card_of_tier({ tier: name })
    : m.deliveries_top_up_with({ operator: name });
}
