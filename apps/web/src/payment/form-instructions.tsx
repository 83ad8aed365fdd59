import { judgePaymentCode } from '@beaconpay/domain';
import { Check } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TryAgainLink } from '../components/loading/try-again-link.tsx';
import { Button } from '../components/ui/button.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { useSession } from '../session/session-context.ts';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import { readPaymentCode } from './payment-code-store.ts';
import { PaymentInstructions } from './payment-instructions.tsx';
import type { PaymentMethod } from './payment-method-texts.ts';
import type { RecordKind } from './record-kinds.ts';
import { TransferCode } from './transfer-code.tsx';
import { usePaymentCode } from './use-payment-code.ts';
import { m } from '../paraglide/messages.js';

/** The currency of all records. */
const CURRENCY = 'USD';

interface FormInstructionsProps {
  kind: RecordKind;
  method: PaymentMethod;
  /** A decimal text in USD. Null while it is unknown. */
  amount: string | null;
}

/** The instructions in a form. A signed-in customer also gets a payment code for the transfer. */
export function FormInstructions({ kind, method, amount }: FormInstructionsProps) {
  const { user } = useSession();
  return (
    <PaymentInstructions method={method} amount={amount}>
      {user !== null && (
        <OfferedCode key={user.id} userId={user.id} kind={kind} method={method} amount={amount} />
      )}
    </PaymentInstructions>
  );
}

function OfferedCode({ userId, kind, method, amount }: FormInstructionsProps & { userId: string }) {
  const { code, isFailed, retry } = usePaymentCode(userId, kind);
  if (code !== null) {
    return (
      <TransferCode code={code} method={method} amount={amount} currency={CURRENCY}>
        <UseCode code={code} />
      </TransferCode>
    );
  }
  if (isFailed) {
    return (
      <p role="status" className="text-sm leading-5 text-muted-foreground">
        {m.code_unavailable()} <TryAgainLink onRetry={retry} />
      </p>
    );
  }
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {m.code_preparing()}
      </span>
      <Skeleton className="h-48" />
    </div>
  );
}

/** Fills in the code as the transaction reference. The customer can still enter another one. */
function UseCode({ code }: { code: string }) {
  const { control, setValue } = useFormContext<ManualPaymentValues>();
  const isReference = useWatch({ control, name: 'transactionReference' }).trim() === code;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() =>
          setValue('transactionReference', code, { shouldDirty: true, shouldValidate: true })
        }
      >
        {m.code_i_used_this_code()}
      </Button>
      <p role="status" className="flex items-center gap-1.5 text-sm leading-5 text-success-text">
        {isReference && (
          <>
            <Check aria-hidden="true" className="size-4 shrink-0" />
            {m.code_is_your_reference()}
          </>
        )}
      </p>
    </>
  );
}

/** A hint for a reference that is almost a payment code. It never blocks the form. */
export function PaymentCodeHint({ kind, reference }: { kind: RecordKind; reference: string }) {
  const { user } = useSession();
  const own = user === null ? null : readPaymentCode(user.id, kind);
  const isWrong = judgePaymentCode(reference) === 'wrong-character';
  return (
    <span role="status" className="block text-warning-text">
      {isWrong &&
        (own === null
          ? m.code_has_a_wrong_character()
          : m.code_has_a_wrong_character_yours_is({ code: own }))}
    </span>
  );
}
