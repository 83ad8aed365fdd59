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
import { formatAmount } from '../../lib/format-amount.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { m } from '../../paraglide/messages.js';

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
      title={m.history_receipt()}
      description={
        data?.isDecided === true
          ? m.history_for_the_record({ noun: data.noun, id: shortId(data.id) })
          : m.history_outcome_order_or_recharge()
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
      <DialogBody role="group" aria-label={m.history_receipt()} tabIndex={0}>
        {data?.isDecided === true ? (
          <ReceiptPaper receipt={data} customer={customer} />
        ) : data ? (
          <Nothing icon={Clock3} title={m.history_not_reviewed_yet()}>
            {m.history_youll_get_receipt_once_weve_verified_payment()}
          </Nothing>
        ) : data === null ? (
          <Nothing icon={SearchX} title={m.history_receipt_not_found()}>
            {m.history_you_dont_have_order_or_recharge_with()}
          </Nothing>
        ) : receipt.errorUpdateCount > 0 ? (
          <LoadError
            title={m.history_oops_something_went_wrong()}
            what={m.history_the_receipt()}
            query={receipt}
          />
        ) : (
          <div aria-busy="true" className="flex flex-col gap-4 py-2">
            <span role="status" className="sr-only">
              {m.common_loading()}
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
            {m.common_print()}
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
      await navigator.share({ title: m.history_beaconpay_receipt(), text: summaryOf(receipt) });
    } catch (error) {
      // The user closed the share sheet without sharing.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toastFailure(m.history_sharing_failed(), error);
    }
  }

  return (
    <Button variant="outline" onClick={() => void share()}>
      <Share2 aria-hidden="true" />
      {m.history_share()}
    </Button>
  );
}

function summaryOf({ title, items, amount, currency, status, id }: Receipt): string {
  return [
    `${title}: ${items[0]?.value ?? ''}`,
    m.history_amount_is({ amount: formatAmount(amount, currency) }),
    m.history_status_is({ status: statusLabel(status) }),
    m.history_reference_id_is({ id }),
  ].join('\n');
}
