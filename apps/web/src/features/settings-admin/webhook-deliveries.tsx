import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { formatCount, formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import {
  isUnfinished,
  retryWebhook,
  sendTestWebhook,
  webhookDeliveriesQuery,
  type WebhookDelivery,
} from './webhook-api.ts';

interface WebhookDeliveriesProps {
  adminId: string;
  hasUrl: boolean;
}

/** The newest deliveries with their results. A failed one can be sent again. */
export function WebhookDeliveries({ adminId, hasUrl }: WebhookDeliveriesProps) {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const query = webhookDeliveriesQuery(adminId);
  const deliveries = useQuery(query);
  const sending = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? sendTestWebhook(adminId) : retryWebhook(adminId, id),
  });

  /** Sends a failed delivery again, or a test event for null. */
  async function send(id: string | null) {
    if (sending.isPending) return;
    try {
      await sending.mutateAsync(id);
      toast({ title: m.settings_webhook_queued(), description: m.settings_webhook_queued_hint() });
    } catch (error) {
      showError(m.settings_webhook_send_failed(), error);
    }
    await queries.invalidateQueries({ queryKey: query.queryKey });
  }

  return (
    <Card>
      <CardHeader className="gap-4 pb-4 sm:flex-row sm:items-start sm:justify-between sm:pb-5">
        <div className="flex flex-col gap-1">
          <CardTitle>{m.settings_webhook_deliveries()}</CardTitle>
          <CardDescription>{m.settings_webhook_deliveries_description()}</CardDescription>
        </div>
        {hasUrl && (
          <Button
            variant="outline"
            size="sm"
            className="self-start"
            busy={sending.isPending && sending.variables === null}
            onClick={() => void send(null)}
          >
            {m.settings_webhook_test()}
          </Button>
        )}
      </CardHeader>
      {deliveries.isError && deliveries.data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.settings_the_webhook_deliveries()}
          query={deliveries}
        />
      ) : deliveries.data?.length === 0 ? (
        <EmptyState
          icon={Webhook}
          title={m.settings_webhook_none()}
          description={m.settings_webhook_none_description()}
        />
      ) : (
        <DataTable
          label={m.settings_webhook_deliveries()}
          columns={columns((id) => void send(id))}
          rows={deliveries.data}
          rowKey={({ id }) => id}
          skeletonRowCount={3}
        />
      )}
    </Card>
  );
}

function columns(onRetry: (id: string) => void): DataColumn<WebhookDelivery>[] {
  return [
    {
      header: m.settings_webhook_event(),
      cell: ({ event }) => <code className="text-sm wrap-anywhere">{event}</code>,
    },
    {
      header: m.settings_webhook_result(),
      cell: (delivery) => <Result delivery={delivery} />,
      className: 'lg:min-w-48',
    },
    {
      header: m.settings_webhook_attempts(),
      cell: ({ attempts }) => <span className="tabular">{formatCount(attempts)}</span>,
      className: 'lg:text-end',
    },
    {
      header: m.settings_webhook_time(),
      cell: ({ createdAt }) => formatTimestamp(createdAt),
      className: 'lg:min-w-40',
    },
    {
      header: m.settings_webhook_action(),
      cell: ({ id, event, state }) =>
        state === 'failed' && (
          <Button
            variant="outline"
            size="sm"
            aria-label={m.settings_webhook_retry_event({ event })}
            onClick={() => onRetry(id)}
          >
            {m.settings_webhook_retry()}
          </Button>
        ),
      // A stacked row without an action needs no line for it.
      className: 'max-lg:[&[role=cell]:not(:has(button))]:hidden lg:text-end',
    },
  ];
}

function Result({ delivery }: { delivery: WebhookDelivery }) {
  const { state, statusCode, error } = delivery;
  const details = [statusCode === null ? null : `HTTP ${String(statusCode)}`, error];
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-lg:justify-end">
      {isUnfinished(delivery) ? (
        <Badge variant="warning">{m.settings_webhook_waiting()}</Badge>
      ) : state === 'delivered' ? (
        <Badge variant="success">{m.settings_webhook_delivered()}</Badge>
      ) : (
        <Badge variant="destructive">{m.settings_webhook_failed()}</Badge>
      )}
      <span className="text-sm wrap-anywhere text-muted-foreground">
        {details.filter((part) => part !== null && part !== '').join(' · ')}
      </span>
    </span>
  );
}
