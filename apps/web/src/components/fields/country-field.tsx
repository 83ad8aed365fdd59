import { COUNTRIES } from '@beaconpay/domain';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormControl, FormField, FormItem, FormLabel } from '../ui/form.tsx';
import { NativeSelect } from '../ui/native-select.tsx';

interface CountryFieldProps<Values extends FieldValues, Transformed> {
  control: Control<Values, unknown, Transformed>;
  name: FieldPath<Values>;
  /** Marks it as one that may be left empty. */
  optional?: boolean;
  /** One stored earlier that may not be among the choices any more: it stays one. */
  stored?: string | null;
  className?: string | undefined;
}

/** A choice of country; none is a choice, too. */
export function CountryField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  optional = false,
  stored = null,
  className,
}: CountryFieldProps<Values, Transformed>) {
  const isOther = stored !== null && !COUNTRIES.some(({ id }) => id === stored);
  const choices = isOther ? [...COUNTRIES, { id: stored, label: stored }] : COUNTRIES;
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem className={className}>
          <FormLabel optional={optional}>Country</FormLabel>
          <FormControl>
            <NativeSelect autoComplete="country-name" {...field}>
              <option value="">Select a country</option>
              {choices.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </FormControl>
        </FormItem>
      )}
    />
  );
}
