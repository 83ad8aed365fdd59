import { formatAmount } from '@beaconpay/domain';
import { useQuery } from '@tanstack/react-query';
import { Clock3, Printer, SearchX, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toastFailure } from '../../components/ui/toast-store.ts';
import { shortId } from '../../lib/format.ts';
import { receiptQuery } from './api.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import type { Receipt } from './receipt.ts';

interface ReceiptDialogProps {
  userId: string;
  recordId: string;
  /** The customer on the printed receipt. */
  customer: string;
  onClose: () => void;
}

/** The receipt of a reviewed record, to print or to share. */
export function ReceiptDialog({ userId, recordId, customer, onClose }: ReceiptDialogProps) {
  const receipt = useQuery(receiptQuery(userId, recordId));
  const { data } = receipt;
  return (
    <Dialog
      title="Receipt"
      description={
        data?.isDecided === true
          ? `For the ${data.title.toLowerCase()} ${shortId(data.id)}.`
          : 'The outcome of an order or recharge.'
      }
      onClose={onClose}
      className="sm:max-w-xl"
      onOpenAutoFocus={(event) => {
        // The text is more important than the buttons, so it gets the focus.
        event.preventDefault();
        (event.currentTarget as HTMLElement).focus();
      }}
    >
      {/* It scrolls on a low screen, and has nothing else that the keyboard could scroll it by. */}
      <DialogBody role="group" aria-label="Receipt" tabIndex={0}>
        {data?.isDecided === true ? (
          <ReceiptPaper receipt={data} customer={customer} />
        ) : data ? (
          <Nothing icon={Clock3} title="Not reviewed yet">
            You&apos;ll get a receipt once we&apos;ve verified the payment.
          </Nothing>
        ) : data === null ? (
          <Nothing icon={SearchX} title="Receipt not found">
            You don&apos;t have an order or recharge with this reference.
          </Nothing>
        ) : receipt.errorUpdateCount > 0 ? (
          <LoadError title="Oops! Something went wrong." what="the receipt" query={receipt} />
        ) : (
          <div aria-busy="true" className="flex flex-col gap-4 py-2">
            <span role="status" className="sr-only">
              Loading…
            </span>
            {['w-40', 'w-full', 'w-full', 'w-2/3'].map((width, index) => (
              <Skeleton key={index} className={`h-6 ${width}`} />
            ))}
          </div>
        )}
      </DialogBody>
      {data?.isDecided === true && (
        <DialogFooter data-print="hidden">
          {'share' in navigator && <ShareButton receipt={data} />}
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

interface NothingProps {
  icon: typeof Clock3;
  title: string;
  children: ReactNode;
}

function Nothing({ icon, title, children }: NothingProps) {
  return <EmptyState icon={icon} title={title} description={children} />;
}

function ShareButton({ receipt }: { receipt: Receipt }) {
  async function share() {
    try {
      await navigator.share({ title: 'BeaconPay receipt', text: summaryOf(receipt) });
    } catch (error) {
      // The user closed the share sheet without sharing.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toastFailure('Sharing failed', error);
    }
  }

  return (
    <Button variant="outline" onClick={() => void share()}>
      <Share2 aria-hidden="true" />
      Share
    </Button>
  );
}

function summaryOf({ title, items, amount, currency, status, id }: Receipt): string {
  return [
    `${title}: ${items[0]?.value ?? ''}`,
    `Amount: ${formatAmount(amount, currency)}`,
    `Status: ${status.replaceAll('_', ' ')}`,
    `Reference ID: ${id}`,
  ].join('\n');
}
