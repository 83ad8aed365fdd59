import type { Control } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { m } from '../../paraglide/messages.js';
import type { DeliveryMode, DeliveryValues } from './delivery.schema.ts';

const MAX_TEXT_LENGTH = 500;

interface DeliveryFieldsProps {
  control: Control<DeliveryValues>;
  mode: DeliveryMode;
}

/** The fields of one way to finish a delivery. */
export function DeliveryFields({ control, mode }: DeliveryFieldsProps) {
  if (mode === 'card') {
    return (
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="last4"
          label={m.deliveries_last_four_digits()}
          hint={m.deliveries_never_the_number()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          dir="ltr"
        />
        <TextField
          control={control}
          name="expiry"
          label={m.deliveries_expires()}
          placeholder="08/2030"
          inputMode="text"
          autoComplete="off"
          maxLength={7}
          dir="ltr"
        />
      </div>
    );
  }
  const isFailure = mode === 'failure';
  return (
    <FormField
      control={control}
      name={isFailure ? 'reason' : 'confirmation'}
      render={({ field }) => (
        <FormItem>
          <FormLabel>{isFailure ? m.deliveries_reason() : m.deliveries_confirmation()}</FormLabel>
          <FormControl>
            <Textarea
              rows={2}
              required
              maxLength={MAX_TEXT_LENGTH}
              {...field}
              onKeyDown={(event) => {
                // Enter submits, as in the other fields. Shift and Enter add a line.
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing)
                  return;
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              }}
            />
          </FormControl>
          <FormDescription>
            {isFailure ? m.deliveries_only_administrators() : m.deliveries_customer_reads_this()}
          </FormDescription>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
