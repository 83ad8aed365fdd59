import { useForm } from 'react-hook-form';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { useFormRules } from '../../../components/ui/use-form-rules.ts';
import { m } from '../../../paraglide/messages.js';
import type { Hold, HoldValues } from './hold.schema.ts';
import { HOLD_REASON_MAX_LENGTH } from './limits.ts';

const loadSchema = () => import('./hold.schema.ts').then(({ holdSchema }) => holdSchema);

/** The day after today as `YYYY-MM-DD`. */
function tomorrow(): string {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

interface HoldDialogProps {
  isOpen: boolean;
  isSaving: boolean;
  onClose: () => void;
  onHold: (hold: Hold) => void;
}

/** Asks until when and why a record is on hold. It returns to the queue by itself. */
export default function HoldDialog({ isOpen, onClose, ...form }: HoldDialogProps) {
  return (
    <Dialog
      title={m.record_hold_title()}
      description={m.record_hold_description()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <HoldForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function HoldForm({ isSaving, onClose, onHold }: Omit<HoldDialogProps, 'isOpen'>) {
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<HoldValues, unknown, Hold>({
    resolver,
    defaultValues: { until: tomorrow(), reason: '' },
  });
  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.record_hold_title()}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(onHold));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          <TextField
            control={form.control}
            name="reason"
            label={m.record_hold_reason()}
            maxLength={HOLD_REASON_MAX_LENGTH}
            autoComplete="off"
            hint={m.record_hold_reason_hint()}
          />
          <TextField
            control={form.control}
            name="until"
            label={m.record_hold_until()}
            type="date"
            min={tomorrow()}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" busy={isSaving}>
            {isSaving ? m.common_saving() : m.record_hold_title()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}
