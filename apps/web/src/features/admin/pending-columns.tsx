import { EmailText } from '../../components/data/email-text.tsx';
import { type DataColumn } from '../../components/data/data-table.tsx';
import { PersonAvatar } from '../../components/data/person-avatar.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { formatAge, formatTimestamp, shortId } from '../../lib/format.ts';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { avatarLetters } from '../../session/avatar-letters.ts';
import { type Decision, type EarlierUse } from './pending-state-api.ts';
import { titleOf } from './earlier-records-api.ts';
import type { Viewers } from './viewers.ts';
import type { PendingRecord } from './pending-record.ts';
import { loadReviewDialog } from './load-review-dialog.ts';
import { RowNote } from './row-note.tsx';
import { describeTransactionReference } from '../../payment/transaction-reference.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

/** What the rows show beside the record, and their action. */
interface RowFacts {
  earlierUseOf: (id: string) => EarlierUse | undefined;
  decisionOf: (id: string) => Decision | undefined;
  viewers: Viewers;
  onReview: (record: PendingRecord, earlier: EarlierUse | undefined) => void;
}

export function pendingColumns({
  earlierUseOf,
  decisionOf,
  viewers,
  onReview,
}: RowFacts): DataColumn<PendingRecord>[] {
  return [
    { header: m.admin_id(), cell: ({ id }) => <Reference value={id} label={m.admin_id()} short /> },
    {
      header: m.admin_user(),
      cell: ({ customerName, customerEmail, customerPicture }) => (
        <span className="flex min-w-0 items-center gap-3 max-lg:flex-row-reverse">
          <PersonAvatar
            address={customerPicture}
            letters={avatarLetters(customerName, customerEmail)}
            className="size-8 text-xs"
          />
          <bdi className="min-w-0 font-semibold wrap-anywhere">{customerName ?? '–'}</bdi>
        </span>
      ),
      className: 'lg:min-w-40',
    },
    {
      header: m.common_email(),
      cell: ({ customerEmail }) => <EmailText email={customerEmail} />,
      className: 'lg:min-w-40',
    },
    {
      header: m.common_amount(),
      cell: ({ amount, currency }) => (
        <span className="tabular font-semibold">{formatAmount(amount, currency)}</span>
      ),
      className: 'text-end',
    },
    {
      header: m.admin_method(),
      cell: ({ paymentMethod }) => paymentMethodLabel(paymentMethod),
      className: 'lg:whitespace-nowrap',
    },
    {
      header: m.admin_reference(),
      cell: ({ id, reference }) => (
        <PaymentReference reference={reference} earlier={earlierUseOf(id)} />
      ),
      className: 'lg:min-w-40',
    },
    {
      header: m.admin_submitted(),
      cell: ({ submittedAt }) => (
        <span className="flex flex-col max-lg:items-end">
          {formatTimestamp(submittedAt)}
          <span className="text-[0.8125rem] text-muted-foreground">{formatAge(submittedAt)}</span>
        </span>
      ),
      className: 'lg:min-w-32',
    },
    {
      header: m.admin_action(),
      cell: (record) => (
        <RowNote decision={decisionOf(record.id)} viewers={viewers.get(record.id) ?? []}>
          <Button
            variant="outline"
            size="sm"
            aria-label={reviewLabel(record)}
            {...preloadOnIntent(loadReviewDialog)}
            onClick={() => onReview(record, earlierUseOf(record.id))}
          >
            {m.admin_review()}
          </Button>
        </RowNote>
      ),
      // Stays visible beside a table that is wider than the viewport.
      className: 'lg:sticky lg:end-0 lg:bg-card lg:text-end',
    },
  ];
}

/** "Review Premium card order of Ada Lovelace, $15.00", because screen readers cannot pronounce an id. */
function reviewLabel(record: PendingRecord): string {
  const what = titleOf(record.kind, record.contents[0]?.value);
  const customer = record.customerName ?? record.customerEmail ?? m.admin_a_customer();
  return m.admin_review_what_of_customer_amount({
    what,
    customer,
    amount: formatAmount(record.amount, record.currency),
  });
}

interface PaymentReferenceProps {
  reference: string;
  earlier: EarlierUse | undefined;
}

function PaymentReference({ reference, earlier }: PaymentReferenceProps) {
  const text = describeTransactionReference(reference);
  return (
    <span className="flex flex-col items-start gap-1 max-lg:items-end">
      <span className="inline-flex max-w-full items-center gap-1">
        <bdi className="line-clamp-3 min-w-0 wrap-anywhere" title={text}>
          {text}
        </bdi>
        <CopyButton
          value={text}
          label={m.admin_payment_reference()}
          className="size-9 text-muted-foreground"
        />
      </span>
      {earlier && (
        <Badge variant="destructive" className="whitespace-nowrap">
          {m.admin_duplicate_of_record({ record: shortId(earlier.id) })}
        </Badge>
      )}
    </span>
  );
}
