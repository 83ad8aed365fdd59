import { COUNTRIES, isIban, isSwiftCode, SUPPORTED_BANKS } from '@beaconpay/domain';
import { useId } from 'react';
import { useFormState, useWatch, type Control } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { FieldHint } from './field-hint.tsx';
import { LOCALE } from '../../lib/locale.ts';
import { accountNumberHint, swiftCodeHint } from './recipient-hints.ts';
import type { WireValues } from './wire.schema.ts';
import { countryName } from '../../lib/country-label.ts';
import { m } from '../../paraglide/messages.js';

const countrySuggestions = [
  ...new Set([
    ...COUNTRIES.map(({ code }) => countryName(code)),
    ...SUPPORTED_BANKS.map(({ countryCode }) => countryName(countryCode)),
  ]),
].sort(new Intl.Collator(LOCALE).compare);

/** The bank account of another person or company. */
export function RecipientBankFields({ control }: { control: Control<WireValues> }) {
  const countriesId = useId();
  const banksId = useId();
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
      <TextField
        control={control}
        name="recipientName"
        label={m.common_recipient_name()}
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextField
        control={control}
        name="accountNumber"
        label={m.wire_transfers_account_number_or_iban()}
        autoComplete="off"
        spellCheck={false}
        hint={<AccountNumberHint control={control} name="accountNumber" />}
      />
      <TextField
        control={control}
        name="swiftCode"
        label={m.wire_transfers_swift_bic_code()}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={<SwiftCodeHint control={control} />}
      />
      <TextField
        control={control}
        name="bankName"
        label={m.wire_transfers_bank_name()}
        autoComplete="off"
        list={banksId}
      />
      <TextField
        control={control}
        name="bankCountry"
        label={m.wire_transfers_bank_country()}
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
        label={m.wire_transfers_your_account_number()}
        autoComplete="off"
        spellCheck={false}
        hint={<AccountNumberHint control={control} name="yourAccountNumber" />}
      />
      <TextField
        control={control}
        name="yourBankName"
        label={m.wire_transfers_your_bank_name()}
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
      {SUPPORTED_BANKS.map(({ name, countryCode }) => (
        <option key={name} value={name} label={countryName(countryCode)} />
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
      {m.wire_transfers_we_check_ibans_as_you_type()}
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
      {m.wire_transfers_n8_or_11_letters_and_digits()}
    </FieldHint>
  );
}
