import { EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import { useFormContext } from 'react-hook-form';
import { CountryField } from '../../components/fields/country-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { localToday } from '../../lib/date-of-birth.ts';
import type { SignUpValues } from './sign-up.schema.ts';
import { m } from '../../paraglide/messages.js';

/** The optional contact fields of the Sign Up form. */
export function SignUpContactFields() {
  const { control } = useFormContext<SignUpValues>();
  return (
    <fieldset className="grid gap-4 border-t pt-5 sm:grid-cols-2">
      <legend className="sr-only">{m.auth_contact_details_optional()}</legend>
      <TextField
        control={control}
        name="phone_number"
        label={m.common_phone_number()}
        optional
        type="tel"
        autoComplete="tel"
        checksWhenLeft
      />
      <TextField
        control={control}
        name="date_of_birth"
        label={m.common_date_of_birth()}
        optional
        type="date"
        autoComplete="bday"
        min={EARLIEST_DATE_OF_BIRTH}
        max={localToday()}
      />
      <TextField
        control={control}
        name="street_address"
        label={m.common_street_address()}
        optional
        autoComplete="street-address"
        className="sm:col-span-2"
      />
      <TextField
        control={control}
        name="city"
        label={m.common_city()}
        optional
        autoComplete="address-level2"
      />
      <TextField
        control={control}
        name="postal_code"
        label={m.common_postal_code()}
        optional
        autoComplete="postal-code"
      />
      <CountryField control={control} name="country" optional className="sm:col-span-2" />
    </fieldset>
  );
}
