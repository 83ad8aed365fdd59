import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { finishDelivery, providerQuery, refreshDeliveries, type DeliveryAction } from './api.ts';
import { readExpiry } from './card-expiry.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import type { DeliveryMode, DeliveryValues } from './delivery.schema.ts';
import type { QueuedDelivery } from './queued-delivery.ts';

const loadSchema = (mode: DeliveryMode) => () =>
  import('./delivery.schema.ts').then(
    ({ cardSchema, topUpSchema, failureSchema }) =>
      ({ card: cardSchema, 'top-up': topUpSchema, failure: failureSchema })[mode],
  );

interface DeliveryFormProps {
  adminId: string;
  delivery: QueuedDelivery;
  /** Whether the form notes a failed attempt. */
  isFailing: boolean;
  onFailingChange: (isFailing: boolean) => void;
  onClose: () => void;
  onDelivered: () => void;
  /** The details of the record, above the fields. */
  children: ReactNode;
}

/** The fields keep their values after an error. Enter submits. */
export function DeliveryForm({
  adminId,
  delivery,
  isFailing,
  onFailingChange,
  onClose,
  onDelivered,
  children,
}: DeliveryFormProps) {
  const mode: DeliveryMode = isFailing
    ? 'failure'
    : delivery.kind === 'card_order'
      ? 'card'
      : 'top-up';
  const showError = useChangeErrorToast();
  const queries = useQueryClient();
  const provider = useQuery(providerQuery(delivery.kind));
  const { resolver, submitByRules } = useFormRules(loadSchema(mode));
  const form = useForm<DeliveryValues>({
    resolver,
    defaultValues: { last4: '', expiry: '', confirmation: '', reason: '' },
  });
  const finishing = useMutation({
    mutationFn: (action: DeliveryAction) => finishDelivery(adminId, delivery.id, action),
  });
  const fields = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that switched to these fields is gone.
    if (isFailing) fields.current?.querySelector('textarea')?.focus();
  }, [isFailing]);

  async function finish(action: DeliveryAction) {
    if (finishing.isPending) return;
    try {
      await finishing.mutateAsync(action);
      if (action.by !== 'failure') onDelivered();
      onClose();
      toast(
        action.by === 'failure'
          ? { title: m.deliveries_failure_noted(), description: m.deliveries_stays_in_queue() }
          : { title: m.deliveries_delivered(), description: m.deliveries_customer_sees_it() },
      );
    } catch (error) {
      showError(m.deliveries_delivery_failed(), error);
    }
    await refreshDeliveries(queries, adminId);
  }

  const isBusy = (by: DeliveryAction['by'][]) =>
    finishing.isPending && by.includes(finishing.variables.by);
  return (
    <Form {...form}>
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit((values) => finish(actionOf(mode, values))));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          {children}
          <div ref={fields} className="flex flex-col gap-5">
            <DeliveryFields control={form.control} mode={mode} />
          </div>
        </DialogBody>
        <DialogFooter className="sm:flex-wrap">
          <Button
            variant="ghost"
            className="sm:me-auto"
            onClick={() => onFailingChange(!isFailing)}
          >
            {isFailing ? m.deliveries_back() : m.deliveries_could_not_deliver()}
          </Button>
          {!isFailing && provider.data && (
            <Button
              variant="outline"
              busy={isBusy(['provider'])}
              onClick={() => void finish({ by: 'provider', kind: delivery.kind })}
            >
              {provider.data.isTest ? m.deliveries_use_sandbox() : m.deliveries_use_provider()}
            </Button>
          )}
          <Button type="submit" busy={isBusy(['card', 'top-up', 'failure'])}>
            {isFailing ? m.deliveries_note_failure() : m.deliveries_deliver()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}

function actionOf(mode: DeliveryMode, values: DeliveryValues): DeliveryAction {
  const { last4, expiry, confirmation, reason } = values;
  if (mode === 'failure') return { by: 'failure', reason };
  if (mode === 'top-up') return { by: 'top-up', confirmation };
  return { by: 'card', last4, expiry: readExpiry(expiry) ?? expiry };
}
