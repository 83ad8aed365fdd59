import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useSession } from '../../session/session-context.ts';
import { AccountTiles } from './account-tiles.tsx';
import { followPanel } from './api.ts';
import type { EarlierUse } from './pending-state-api.ts';
import { DeletionRequests } from './deletion-requests.tsx';
import type { PendingRecord } from './pending-record.ts';
import { PendingSection } from './pending-section.tsx';
import { loadReviewDialog } from './load-review-dialog.ts';
import { usePresence } from './use-presence.ts';
import { UsersSection } from './users-section.tsx';
import { m } from '../../paraglide/messages.js';

const ReviewDialog = lazyComponent(loadReviewDialog);

interface AdminPanelProps {
  /** Further sections below the users. */
  children?: ReactNode;
}

/** The admin panel. The guard of the route admits only administrators. */
export function AdminPanel({ children }: AdminPanelProps) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <div className="flex flex-col sm:flex-row sm:items-end sm:justify-between sm:gap-6">
        <PageHeader
          title={m.common_admin_panel()}
          description={m.common_accounts_and_payments_awaiting_verification()}
        />
        <nav aria-label={m.admin_your_account()} className="flex flex-wrap gap-3 pb-6 sm:pb-8">
          <Button asChild variant="outline" size="sm">
            <Link to="/personal?tab=password">{m.admin_change_password()}</Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link to="/personal?tab=password#two-step">{m.common_two_step_verification()}</Link>
          </Button>
        </nav>
      </div>
      <PanelSections
        key={user.id}
        adminId={user.id}
        name={user.email ?? m.admin_an_administrator()}
      >
        {children}
      </PanelSections>
    </div>
  );
}

interface PanelSectionsProps {
  adminId: string;
  /** The email address identifies an administrator to the others, because names can be equal. */
  name: string;
  children: ReactNode;
}

function PanelSections({ adminId, name, children }: PanelSectionsProps) {
  const [reviewed, setReviewed] = useState<{
    record: PendingRecord;
    earlier: EarlierUse | undefined;
  } | null>(null);
  const [isReviewing, setIsReviewing] = useState(false);
  const isDecided = useRef(false);
  const ordersHeading = useRef<HTMLHeadingElement>(null);
  const rechargesHeading = useRef<HTMLHeadingElement>(null);
  const [reviewedHere, setReviewedHere] = useState<ReadonlySet<string>>(new Set());
  const viewers = usePresence(adminId, name, isReviewing ? (reviewed?.record.id ?? null) : null);
  const queries = useQueryClient();
  useEffect(() => followPanel(queries, adminId), [queries, adminId]);

  function startReview(record: PendingRecord, earlier: EarlierUse | undefined) {
    isDecided.current = false;
    setReviewed({ record, earlier });
    setIsReviewing(true);
  }

  /** The button that opened the dialog disappears with its row. The heading of its section stays. */
  function keepFocus() {
    if (!isDecided.current) return;
    const heading = reviewed?.record.kind === 'mobile_recharge' ? rechargesHeading : ordersHeading;
    heading.current?.focus();
  }

  const section = { adminId, reviewedHere, viewers, onReview: startReview };
  return (
    <>
      <div className="flex flex-col gap-6">
        <AccountTiles adminId={adminId} />
        <PendingSection
          {...section}
          kind="card_order"
          title={m.admin_pending_card_orders()}
          headingRef={ordersHeading}
        />
        <PendingSection
          {...section}
          kind="mobile_recharge"
          title={m.admin_pending_mobile_recharges()}
          headingRef={rechargesHeading}
        />
        <DeletionRequests adminId={adminId} />
        <UsersSection adminId={adminId} />
        {children}
      </div>
      {reviewed && (
        <LazyDialog isOpen={isReviewing}>
          <ReviewDialog
            key={reviewed.record.id}
            adminId={adminId}
            record={reviewed.record}
            earlier={reviewed.earlier}
            viewers={viewers.get(reviewed.record.id) ?? []}
            isOpen={isReviewing}
            onOpenChange={setIsReviewing}
            onDecided={() => {
              isDecided.current = true;
              setReviewedHere((ids) => new Set([...ids, reviewed.record.id]));
            }}
            onClosed={keepFocus}
          />
        </LazyDialog>
      )}
    </>
  );
}
