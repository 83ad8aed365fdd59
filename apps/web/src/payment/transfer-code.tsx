import { Check, Copy, QrCode } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../components/loading/chunk-error-alert.tsx';
import { Button } from '../components/ui/button.tsx';
import { CopyButton } from '../components/ui/copy-button.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { useCopy } from '../components/ui/use-copy.ts';
import { formatAmount } from '../lib/format-amount.ts';
import { labelInSentence } from '../lib/label-in-sentence.ts';
import type { PaymentMethod } from './payment-method-texts.ts';
import { useQrCode } from './use-qr-code.ts';
import { m } from '../paraglide/messages.js';

// Few customers pay with a QR code.
const TransferQrCode = lazyComponent(() => import('./transfer-qr-code.tsx'));

interface TransferCodeProps {
  code: string;
  method: Pick<PaymentMethod, 'id' | 'details'>;
  /** A decimal text. Null while it is unknown. */
  amount: string | null;
  currency: string;
  /** What the customer can do with the code in a form. */
  children?: ReactNode;
}

/** The payment code: where to put it, and all details as a text or a QR code for the banking app. */
export function TransferCode({ code, method, amount, currency, children }: TransferCodeProps) {
  return (
    <div
      data-slot="payment-code"
      className="flex flex-col gap-3 rounded-lg border bg-card p-4 text-[0.9375rem]"
    >
      <div className="flex flex-col gap-1">
        <p className="text-muted-foreground">{m.code_label()}</p>
        <p className="flex items-center gap-1">
          <bdi className="tabular font-mono text-xl font-bold tracking-wide whitespace-nowrap">
            {code}
          </bdi>
          <CopyButton
            value={code}
            label={labelInSentence(m.code_label())}
            className="text-muted-foreground"
          />
        </p>
        <p className="leading-6">{m.code_where_to_put_it({ method: method.id })}</p>
      </div>
      <TransferActions code={code} method={method} amount={amount} currency={currency}>
        {children}
      </TransferActions>
    </div>
  );
}

function TransferActions({ code, method, amount, currency, children }: TransferCodeProps) {
  const [isQrShown, setIsQrShown] = useState(false);
  const qrId = useId();
  const { details } = method;
  const { isCopied, copy } = useCopy(plainDetails({ code, method, amount, currency }));
  const qrCode = useQrCode(method.id, { details, amount, currency, code });
  return (
    <>
      <div className="flex flex-wrap gap-2" data-print="hidden">
        <Button variant="outline" size="sm" onClick={copy}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {m.code_copy_all_details()}
        </Button>
        <span role="status" className="sr-only">
          {isCopied ? m.ui_copied() : ''}
        </span>
        {qrCode !== null && (
          <Button
            variant="outline"
            size="sm"
            aria-expanded={isQrShown}
            aria-controls={qrId}
            onClick={() => setIsQrShown(!isQrShown)}
          >
            <QrCode aria-hidden="true" />
            {m.qr_code()}
          </Button>
        )}
        {children}
      </div>
      <div id={qrId} hidden={!isQrShown || qrCode === null}>
        {isQrShown && qrCode !== null && amount !== null && (
          <ChunkBoundary loading={<Skeleton className="h-56" />} fallback={<ChunkErrorAlert />}>
            <TransferQrCode qrCode={qrCode} amount={formatAmount(amount, currency)} code={code} />
          </ChunkBoundary>
        )}
      </div>
    </>
  );
}

/** All details as a text, one per line, for a message or another app. */
function plainDetails({ code, method, amount, currency }: TransferCodeProps): string {
  const lines = [
    ...(amount === null
      ? []
      : [{ label: m.payment_amount_to_pay(), value: formatAmount(amount, currency) }]),
    ...method.details,
    { label: m.code_label(), value: code },
  ];
  return lines.map(({ label, value }) => `${label}: ${value}`).join('\n');
}
