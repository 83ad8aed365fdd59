import type { ReactNode } from 'react';
import { CopyButton } from '../components/ui/copy-button.tsx';
import { cn } from '../lib/class-names.ts';
import { formatAmount } from '../lib/format-amount.ts';
import type { PaymentMethod } from './payment-method-texts.ts';
import { labelInSentence } from '../lib/label-in-sentence.ts';
import { m } from '../paraglide/messages.js';

interface PaymentInstructionsProps {
  method: Pick<PaymentMethod, 'label' | 'instruction' | 'details'>;
  /** A decimal text. Null while it is unknown. */
  amount: string | null;
  currency?: string;
  className?: string;
  /** Shown below the details. */
  children?: ReactNode;
}

/** The instructions of a method: the amount and the recipient. */
export function PaymentInstructions({
  method,
  amount,
  currency = 'USD',
  className,
  children,
}: PaymentInstructionsProps) {
  return (
    <section
      data-slot="payment-instructions"
      aria-label={m.payment_method_instructions({ method: method.label })}
      className={cn('flex flex-col gap-3 rounded-lg bg-muted p-4 sm:p-5', className)}
    >
      <p className="text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-line">
        {method.instruction}
      </p>
      <dl className="flex flex-col divide-y text-[0.9375rem]">
        {amount !== null && (
          <InstructionLine
            label={m.payment_amount_to_pay()}
            value={formatAmount(amount, currency)}
            isStrong
          />
        )}
        {method.details.map(({ label, value }, index) => (
          <InstructionLine key={index} label={label} value={value} copyLabel={label} />
        ))}
      </dl>
      {children}
    </section>
  );
}

interface InstructionLineProps {
  label: string;
  value: string;
  isStrong?: boolean;
  /** The name of the copied value. Without it there is no copy button. */
  copyLabel?: string;
}

function InstructionLine({ label, value, isStrong = false, copyLabel }: InstructionLineProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="tabular ms-auto flex min-w-0 items-center gap-1 text-end">
        <bdi className={isStrong ? 'text-lg font-bold' : 'min-w-0 font-semibold wrap-anywhere'}>
          {value}
        </bdi>
        {copyLabel !== undefined && (
          <CopyButton
            value={value}
            label={labelInSentence(copyLabel)}
            className="-me-2.5 text-muted-foreground"
          />
        )}
      </dd>
    </div>
  );
}
