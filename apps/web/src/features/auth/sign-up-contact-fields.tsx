import { COUNTRIES, EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import type { ReactNode } from 'react';
import type { Control, ControllerRenderProps } from 'react-hook-form';
import { FormControl, FormField, FormItem, FormLabel } from '../../components/ui/form.tsx';
import { Input } from '../../components/ui/input.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import type { SignUpValues } from './sign-up.schema.ts';

type ContactFieldName =
  'phoneNumber' | 'dateOfBirth' | 'streetAddress' | 'city' | 'postalCode' | 'country';

interface ContactFieldProps {
  control: Control<SignUpValues>;
  name: ContactFieldName;
  label: string;
  className?: string;
  children: (field: ControllerRenderProps<SignUpValues, ContactFieldName>) => ReactNode;
}

/** How to reach the person; all of it may be left empty. */
export function SignUpContactFields({ control }: { control: Control<SignUpValues> }) {
  return (
    <fieldset className="grid gap-4 border-t pt-5 sm:grid-cols-2">
      <legend className="sr-only">Contact details, all optional</legend>
      <ContactField control={control} name="phoneNumber" label="Phone number">
        {(field) => <Input type="tel" autoComplete="tel" {...field} />}
      </ContactField>
      <ContactField control={control} name="dateOfBirth" label="Date of birth">
        {(field) => (
          <Input type="date" autoComplete="bday" min={EARLIEST_DATE_OF_BIRTH} {...field} />
        )}
      </ContactField>
      <ContactField
        control={control}
        name="streetAddress"
        label="Street address"
        className="sm:col-span-2"
      >
        {(field) => <Input autoComplete="street-address" {...field} />}
      </ContactField>
      <ContactField control={control} name="city" label="City">
        {(field) => <Input autoComplete="address-level2" {...field} />}
      </ContactField>
      <ContactField control={control} name="postalCode" label="Postal code">
        {(field) => <Input autoComplete="postal-code" {...field} />}
      </ContactField>
      <ContactField control={control} name="country" label="Country" className="sm:col-span-2">
        {(field) => (
          <NativeSelect autoComplete="country-name" {...field}>
            <option value="">Select a country</option>
            {COUNTRIES.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </ContactField>
    </fieldset>
  );
}

function ContactField({ control, name, label, className, children }: ContactFieldProps) {
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem className={className}>
          <FormLabel optional>{label}</FormLabel>
          <FormControl>{children(field)}</FormControl>
        </FormItem>
      )}
    />
  );
}
