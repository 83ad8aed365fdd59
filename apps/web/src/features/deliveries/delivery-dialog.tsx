import { useState } from 'react';
import { DetailList } from '../../components/data/detail-list.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { DeliveryForm } from './delivery-form.tsx';
import type { QueuedDelivery } from './queued-delivery.ts';

interface DeliveryDialogProps {
  adminId: string;
  delivery: QueuedDelivery;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the delivery has left the queue. */
  onDelivered: () => void;
  /** Called after the dialog has closed and returned the focus. */
  onClosed: () => void;
}

/** Delivers one record by hand or with its provider, or notes why that failed. Its first field gets the focus. */
export default function DeliveryDialog({
  adminId,
  delivery,
  isOpen,
  onClose,
  onDelivered,
  onClosed,
}: DeliveryDialogProps) {
  const [isFailing, setIsFailing] = useState(false);
  const isCard = delivery.kind === 'card_order';
  return (
    <Dialog
      title={isCard ? m.deliveries_deliver_card() : m.deliveries_deliver_top_up()}
      description={isCard ? m.deliveries_card_hint() : m.deliveries_top_up_hint()}
      isOpen={isOpen}
      onClose={onClose}
      className="sm:max-w-xl"
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        const dialog = event.currentTarget as HTMLElement;
        dialog.querySelector<HTMLElement>('input, textarea')?.focus();
      }}
      onCloseAutoFocus={onClosed}
    >
      <DeliveryForm
        // Another form has other fields and rules.
        key={isFailing ? 'failure' : 'delivery'}
        adminId={adminId}
        delivery={delivery}
        isFailing={isFailing}
        onFailingChange={setIsFailing}
        onClose={onClose}
        onDelivered={onDelivered}
      >
        {delivery.failureReason !== null && (
          <Alert variant="warning">
            {m.deliveries_last_attempt_failed({ reason: delivery.failureReason })}
          </Alert>
        )}
        <DetailList
          className="gap-y-3 rounded-lg border bg-muted p-4"
          details={[
            { label: m.deliveries_customer(), value: delivery.customerName },
            { label: m.common_email(), value: delivery.customerEmail },
            ...delivery.contents,
            {
              label: m.common_amount(),
              value: (
                <span className="tabular">{formatAmount(delivery.amount, delivery.currency)}</span>
              ),
            },
            { label: m.deliveries_due(), value: formatTimestamp(delivery.dueAt) },
            {
              label: m.deliveries_id(),
              value: <Reference value={delivery.id} label={m.deliveries_id()} short />,
            },
          ]}
        />
      </DeliveryForm>
    </Dialog>
  );
}
