import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, type Control } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  LINE_LABEL_MAX_LENGTH,
  LINE_VALUE_MAX_LENGTH,
  LINES_MAX_COUNT,
} from './payment-details-limits.ts';
import type { PaymentDetails, PaymentDetailsValues } from './payment-details.schema.ts';
import { m } from '../../paraglide/messages.js';

interface DetailLinesProps {
  control: Control<PaymentDetailsValues, unknown, PaymentDetails>;
}

/** The lines of a method, each with a label and a value. */
export function DetailLines({ control }: DetailLinesProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold">{m.payment_details_details()}</legend>
      {fields.length === 0 && (
        <p className="text-sm text-muted-foreground">
          {m.payment_details_no_details_yet_customers_see_placeholders()}
        </p>
      )}
      {fields.map(({ id }, index) => (
        <div
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
        >
          <TextField
            control={control}
            name={`lines.${index}.label`}
            label={m.payment_details_label_number({ number: index + 1 })}
            autoComplete="off"
            maxLength={LINE_LABEL_MAX_LENGTH}
            className="max-sm:col-span-2"
          />
          <TextField
            control={control}
            name={`lines.${index}.value`}
            label={m.payment_details_value_number({ number: index + 1 })}
            autoComplete="off"
            maxLength={LINE_VALUE_MAX_LENGTH}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={m.payment_details_remove_line_number({ number: index + 1 })}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      {fields.length < LINES_MAX_COUNT && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => append({ label: '', value: '' })}
        >
          <Plus aria-hidden="true" />
          {m.payment_details_add_a_line()}
        </Button>
      )}
    </fieldset>
  );
}
