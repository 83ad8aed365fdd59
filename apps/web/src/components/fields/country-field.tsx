import { COUNTRIES } from '@beaconpay/domain';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormControl, FormField, FormItem, FormLabel } from '../ui/form.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
import { countryLabel } from '../../lib/country-label.ts';
import { m } from '../../paraglide/messages.js';

interface CountryFieldProps<Values extends FieldValues, Transformed> {
  control: Control<Values, unknown, Transformed>;
  name: FieldPath<Values>;
  /** Marks the field as optional. */
  optional?: boolean;
  /** A stored country that may no longer be an option. It stays selectable. */
  stored?: string | null;
  className?: string | undefined;
}

/** A select of countries with an empty option. */
export function CountryField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  optional = false,
  stored = null,
  className,
}: CountryFieldProps<Values, Transformed>) {
  const isOther = stored !== null && !COUNTRIES.some(({ id }) => id === stored);
  const ids = [...COUNTRIES.map(({ id }) => id), ...(isOther ? [stored] : [])];
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem className={className}>
          <FormLabel optional={optional}>{m.common_country()}</FormLabel>
          <FormControl>
            <NativeSelect autoComplete="country-name" {...field}>
              <option value="">{m.ui_select_a_country()}</option>
              {ids.map((id) => (
                <option key={id} value={id}>
                  {countryLabel(id)}
                </option>
              ))}
            </NativeSelect>
          </FormControl>
        </FormItem>
      )}
    />
  );
}
