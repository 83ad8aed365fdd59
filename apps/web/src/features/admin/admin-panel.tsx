import { useRef, useState, type ReactNode } from 'react';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useSession } from '../../session/session-context.ts';
import { AccountTiles } from './account-tiles.tsx';
import type { EarlierUse } from './api.ts';
import { DeletionRequests } from './deletion-requests.tsx';
import type { PendingRecord } from './pending-record.ts';
import { PendingSection } from './pending-section.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { UsersSection } from './users-section.tsx';

interface AdminPanelProps {
  /** What else administrators take care of, below the users. */
  children?: ReactNode;
}

/** The administrators' panel; the route's guard sees to who comes here. */
export function AdminPanel({ children }: AdminPanelProps) {
  const { user } = useSession();
  const [reviewed, setReviewed] = useState<{
    record: PendingRecord;
    earlier: EarlierUse | undefined;
  } | null>(null);
  const [isReviewing, setIsReviewing] = useState(false);
  const isDecided = useRef(false);
  const ordersHeading = useRef<HTMLHeadingElement>(null);
  const rechargesHeading = useRef<HTMLHeadingElement>(null);
  if (user === null) return null;

  function startReview(record: PendingRecord, earlier: EarlierUse | undefined) {
    isDecided.current = false;
    setReviewed({ record, earlier });
    setIsReviewing(true);
  }

  /** The button that opened the dialog leaves with its row; its section's heading stays. */
  function keepFocus() {
    if (!isDecided.current) return;
    const heading = reviewed?.record.kind === 'mobile_recharge' ? rechargesHeading : ordersHeading;
    heading.current?.focus();
  }

  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title="Admin Panel"
        description="Accounts, and the payments that wait for verification."
      />
      <div className="flex flex-col gap-6">
        <AccountTiles adminId={user.id} />
        <PendingSection
          adminId={user.id}
          kind="card_order"
          title="Pending card orders"
          headingRef={ordersHeading}
          onReview={startReview}
        />
        <PendingSection
          adminId={user.id}
          kind="mobile_recharge"
          title="Pending mobile recharges"
          headingRef={rechargesHeading}
          onReview={startReview}
        />
        <DeletionRequests adminId={user.id} />
        <UsersSection adminId={user.id} />
        {children}
      </div>
      {reviewed && (
        <ReviewDialog
          key={reviewed.record.id}
          adminId={user.id}
          record={reviewed.record}
          earlier={reviewed.earlier}
          isOpen={isReviewing}
          onOpenChange={setIsReviewing}
          onDecided={() => {
            isDecided.current = true;
          }}
          onClosed={keepFocus}
        />
      )}
    </div>
  );
}
