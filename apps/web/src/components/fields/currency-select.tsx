import { CURRENCIES, type Currency } from '@beaconpay/domain';
import type { ComponentProps } from 'react';
import { NativeSelect } from '../ui/native-select.tsx';
import { LOCALE } from '../../lib/locale.ts';
import { m } from '../../paraglide/messages.js';

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' });

const groups = [
  { label: m.ui_currencies(), kind: 'fiat' },
  { label: m.ui_cryptocurrencies(), kind: 'crypto' },
] as const;

/** A select of all currencies. Its value is the code. */
export function CurrencySelect(props: Omit<ComponentProps<'select'>, 'children'>) {
  return (
    <NativeSelect {...props}>
      {groups.map(({ label, kind }) => (
        <optgroup key={kind} label={label}>
          {CURRENCIES.filter((currency) => currency.kind === kind).map((currency) => (
            <option key={currency.code} value={currency.code}>
              {currencyName(currency)}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}

/** "USD · US Dollar ($)", without the symbol if it equals the code. */
function currencyName({ code, kind, name: englishName, symbol }: Currency): string {
  // Cryptocurrencies have the same name in all languages.
  const name = kind === 'fiat' ? (NAMES.of(code) ?? englishName) : englishName;
  const title = name === code ? code : `${code} · ${name}`;
  return symbol === code ? title : `${title} (${symbol})`;
}
