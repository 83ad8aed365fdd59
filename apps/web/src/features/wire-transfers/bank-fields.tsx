import {
  accountNumberHint,
  COUNTRIES,
  isIban,
  isSwiftCode,
  SUPPORTED_BANKS,
  swiftCodeHint,
} from '@beaconpay/domain';
import { useId } from 'react';
import { useFormState, useWatch, type Control } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { FieldHint } from './field-hint.tsx';
import type { WireValues } from './wire.schema.ts';

const countrySuggestions = [
  ...new Set([
    ...COUNTRIES.map((country) => country.label),
    ...SUPPORTED_BANKS.map((bank) => bank.country),
  ]),
].sort();

/** The bank account of another person or company. */
export function RecipientBankFields({ control }: { control: Control<WireValues> }) {
  const countriesId = useId();
  const banksId = useId();
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
      <TextField
        control={control}
        name="recipientName"
        label="Recipient name"
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextField
        control={control}
        name="accountNumber"
        label="Account number or IBAN"
        autoComplete="off"
        spellCheck={false}
        hint={<AccountNumberHint control={control} name="accountNumber" />}
      />
      <TextField
        control={control}
        name="swiftCode"
        label="SWIFT/BIC code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={<SwiftCodeHint control={control} />}
      />
      <TextField
        control={control}
        name="bankName"
        label="Bank name"
        autoComplete="off"
        list={banksId}
      />
      <TextField
        control={control}
        name="bankCountry"
        label="Bank country"
        autoComplete="off"
        list={countriesId}
      />
      <BankSuggestions id={banksId} />
      <datalist id={countriesId}>
        {countrySuggestions.map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
    </div>
  );
}

/** The user's own bank account. */
export function OwnBankFields({ control }: { control: Control<WireValues> }) {
  const banksId = useId();
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
      <TextField
        control={control}
        name="yourAccountNumber"
        label="Your account number"
        autoComplete="off"
        spellCheck={false}
        hint={<AccountNumberHint control={control} name="yourAccountNumber" />}
      />
      <TextField
        control={control}
        name="yourBankName"
        label="Your bank name"
        autoComplete="off"
        list={banksId}
      />
      <BankSuggestions id={banksId} />
    </div>
  );
}

function BankSuggestions({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {SUPPORTED_BANKS.map(({ name, country }) => (
        <option key={name} value={name} label={country} />
      ))}
    </datalist>
  );
}

interface AccountNumberHintProps {
  control: Control<WireValues>;
  name: 'accountNumber' | 'yourAccountNumber';
}

function AccountNumberHint({ control, name }: AccountNumberHintProps) {
  const typed = useWatch({ control, name });
  const { touchedFields } = useFormState({ control, name });
  const isGood = isIban(typed);
  // A number is validated on blur, because it is incomplete while the user types.
  return (
    <FieldHint
      message={isGood || touchedFields[name] ? accountNumberHint(typed) : null}
      isGood={isGood}
    >
      We check IBANs as you type.
    </FieldHint>
  );
}

function SwiftCodeHint({ control }: { control: Control<WireValues> }) {
  const typed = useWatch({ control, name: 'swiftCode' });
  const { touchedFields } = useFormState({ control, name: 'swiftCode' });
  const isGood = isSwiftCode(typed);
  return (
    <FieldHint
      message={isGood || touchedFields.swiftCode ? swiftCodeHint(typed) : null}
      isGood={isGood}
    >
      8 or 11 letters and digits.
    </FieldHint>
  );
}
