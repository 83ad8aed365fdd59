import { currencySymbol } from '@beaconpay/domain';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Input } from '../ui/input.tsx';

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode'> {
  /** The symbol of this currency is shown before the number. */
  currency: string;
}

/**
 * An input for an amount of money with the symbol of the currency. Its value is the text as typed, because a
 * field of type "number" drops a comma and reads "12,50" as 1250. So the form's schema checks `min` and
 * `step` instead of the browser.
 */
export function AmountInput({ currency, className, ...props }: AmountInputProps) {
  const symbol = currencySymbol(currency);
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        data-slot="amount-symbol"
        className="pointer-events-none absolute inset-y-0 start-0 flex items-center ps-3.5 font-semibold text-muted-foreground"
      >
        {symbol}
      </span>
      <Input
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className={cn('tabular font-semibold', paddingFor(symbol), className)}
        {...props}
      />
    </span>
  );
}

function paddingFor(symbol: string): string {
  if (symbol.length === 1) return 'ps-8.5';
  return symbol.length === 2 ? 'ps-11.5' : 'ps-17';
}
