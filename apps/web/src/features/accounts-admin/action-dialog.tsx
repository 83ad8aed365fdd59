import { useForm } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { m } from '../../paraglide/messages.js';
import type { ReasonValues } from './action-reason.schema.ts';
import { ACTION_TEXTS, type ActionType } from './action-texts.ts';
import type { Customer } from './customer-api.ts';
import { REASON_MAX_LENGTH } from './manage-account-api.ts';

const loadRules = (isRequired: boolean) => () =>
  import('./action-reason.schema.ts').then(({ requiredReasonSchema, optionalReasonSchema }) =>
    isRequired ? requiredReasonSchema : optionalReasonSchema,
  );

interface ActionDialogProps {
  type: ActionType;
  customer: Customer;
  isOpen: boolean;
  isActing: boolean;
  onClose: () => void;
  /** Empty without a reason. */
  onConfirm: (reason: string) => void;
}

/** Confirms an action on the account of a customer. */
export default function ActionDialog({ type, customer, isOpen, ...form }: ActionDialogProps) {
  const texts = ACTION_TEXTS[type];
  return (
    <Dialog
      title={texts.act}
      description={texts.description(customer)}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      <ConfirmationForm key={type} type={type} {...form} />
    </Dialog>
  );
}

type ConfirmationFormProps = Omit<ActionDialogProps, 'customer' | 'isOpen'>;

function ConfirmationForm({ type, isActing, onClose, onConfirm }: ConfirmationFormProps) {
  const { act, reason, isDestructive = false } = ACTION_TEXTS[type];
  const { resolver, submitByRules } = useFormRules(loadRules(reason === 'required'));
  const form = useForm<ReasonValues>({ resolver, defaultValues: { reason: '' } });
  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={act}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit((values) => onConfirm(values.reason)));
        }}
      >
        {reason !== undefined && (
          <DialogBody>
            <TextField
              control={form.control}
              name="reason"
              label={m.account_admin_reason()}
              optional={reason === 'optional'}
              maxLength={REASON_MAX_LENGTH}
              autoComplete="off"
              hint={m.account_admin_reason_hint()}
            />
          </DialogBody>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" variant={isDestructive ? 'destructive' : 'default'} busy={isActing}>
            {isActing ? m.common_processing() : act}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}
