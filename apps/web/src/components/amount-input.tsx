import { currencySymbol } from '@beaconpay/domain';
import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';
import { Input } from './ui/input.tsx';

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode'> {
  /** The code whose symbol stands before the number. */
  currency: string;
}

/** A number field for an amount of money, led by the currency's symbol; its value is a decimal text. */
export function AmountInput({ currency, className, ...props }: AmountInputProps) {
  const symbol = currencySymbol(currency);
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        data-slot="amount-symbol"
        className="pointer-events-none absolute inset-y-0 left-0 flex items-center pl-3.5 font-semibold text-muted-foreground"
      >
        {symbol}
      </span>
      <Input
        type="number"
        inputMode="decimal"
        autoComplete="off"
        className={cn(
          'tabular font-semibold [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
          paddingFor(symbol),
          className,
        )}
        // Turning the wheel over a focused number field would change the amount unnoticed.
        onWheel={(event) => event.currentTarget.blur()}
        {...props}
      />
    </span>
  );
}

function paddingFor(symbol: string): string {
  if (symbol.length === 1) return 'pl-8.5';
  return symbol.length === 2 ? 'pl-11.5' : 'pl-17';
}
