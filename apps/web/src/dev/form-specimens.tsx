import { useForm, type FieldErrors } from 'react-hook-form';
import { AmountField } from '../components/fields/amount-field.tsx';
import { CountryField } from '../components/fields/country-field.tsx';
import { PasswordField } from '../components/fields/password-field.tsx';
import { TextField } from '../components/fields/text-field.tsx';
import { Button } from '../components/ui/button.tsx';
import { Form } from '../components/ui/form.tsx';
import { SpecimenSection } from './specimen.tsx';

interface SpecimenValues {
  name: string;
  nickname: string;
  email: string;
  password: string;
  newPassword: string;
  country: string;
  amount: string;
}

const VALUES: SpecimenValues = {
  name: 'Ada Lovelace',
  nickname: '',
  email: 'ada@',
  password: '',
  newPassword: 'short',
  country: '',
  amount: '1,250',
};

const ERRORS: FieldErrors<SpecimenValues> = {
  email: { type: 'specimen', message: 'Enter a valid email address.' },
  newPassword: { type: 'specimen', message: 'Use at least 8 characters.' },
};

/** The fields of forms, which connect label, hint and error themselves. */
export function FormSpecimens() {
  const form = useForm<SpecimenValues>({ defaultValues: VALUES, errors: ERRORS });
  const { control } = form;
  return (
    <SpecimenSection title="Form fields">
      <Form {...form}>
        <form
          noValidate
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField control={control} name="name" label="Text field" />
            <TextField control={control} name="nickname" label="Text field" optional />
            <TextField control={control} name="email" label="Text field with an error" />
            <PasswordField
              control={control}
              name="password"
              label="Password with a hint"
              autoComplete="current-password"
              hint="At least 8 characters."
            />
            <PasswordField
              control={control}
              name="newPassword"
              label="Password with an error"
              autoComplete="new-password"
              hint="At least 8 characters."
            />
            <CountryField control={control} name="country" optional />
            <AmountField label="Amount" currency="USD" min="0.01" places={2} step="0.01" />
          </div>
          <div>
            <Button type="submit">Send</Button>
          </div>
        </form>
      </Form>
    </SpecimenSection>
  );
}
