import {
  KeyRound,
  Lock,
  LockOpen,
  LogOut,
  MailCheck,
  ShieldMinus,
  ShieldPlus,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { ACTION_TEXTS, possibleActions, type ActionType } from './action-texts.ts';
import type { Customer } from './customer-api.ts';
import { ExportButton } from './export-button.tsx';
import { loadActionDialog } from './load-action-dialog.ts';
import type { AccountAction } from './manage-account-api.ts';
import { useAccountAction } from './use-account-action.ts';

const ActionDialog = lazyComponent(loadActionDialog);

const ICONS: Partial<Record<ActionType, LucideIcon>> = {
  sign_out: LogOut,
  resend_confirmation: MailCheck,
  send_recovery: KeyRound,
  make_administrator: ShieldPlus,
  unmake_administrator: ShieldMinus,
  lock: Lock,
  unlock: LockOpen,
  delete: Trash2,
};

interface ActionsCardProps {
  adminId: string;
  customer: Customer;
}

/** What an administrator can do with the account. The database checks each action again. */
export function ActionsCard({ adminId, customer }: ActionsCardProps) {
  const { account, profile, deletion_requested_at: deletionRequestedAt } = customer;
  const isDeleted = account.deleted_at !== null;
  const isOwn = customer.id === adminId;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.account_admin_actions()}</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {deletionRequestedAt !== null && !isDeleted && (
          <Alert variant="warning">
            {m.account_admin_deletion_requested_at({ time: formatTimestamp(deletionRequestedAt) })}
          </Alert>
        )}
        {!isDeleted && isOwn && <Alert>{m.account_admin_own_account()}</Alert>}
        {!isDeleted && !isOwn && <Actions adminId={adminId} customer={customer} />}
        <ExportButton adminId={adminId} id={customer.id} />
        {!isDeleted && !isOwn && profile.account_type === 'admin' && (
          <p className="text-sm text-muted-foreground">{m.account_admin_administrator_hint()}</p>
        )}
      </CardContent>
    </Card>
  );
}

function Actions({ adminId, customer }: ActionsCardProps) {
  const { act, isActing } = useAccountAction(adminId, customer.id);
  const [type, setType] = useState<ActionType | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function confirm(reason: string) {
    if (type === null) return;
    // The actions of this card are without a request.
    const action = { type, reason } as AccountAction;
    if (await act(action)) setIsOpen(false);
  }

  return (
    <>
      {possibleActions(customer).map((possible) => {
        const Icon = ICONS[possible];
        const { act: label, isDestructive = false } = ACTION_TEXTS[possible];
        return (
          <Button
            key={possible}
            variant="outline"
            className={isDestructive ? 'text-destructive-text' : undefined}
            aria-haspopup="dialog"
            {...preloadOnIntent(loadActionDialog)}
            onClick={() => {
              setType(possible);
              setIsOpen(true);
            }}
          >
            {Icon && <Icon aria-hidden="true" />}
            {label}
          </Button>
        );
      })}
      {type !== null && (
        <LazyDialog isOpen={isOpen}>
          <ActionDialog
            type={type}
            customer={customer}
            isOpen={isOpen}
            isActing={isActing}
            onClose={() => setIsOpen(false)}
            onConfirm={(reason) => void confirm(reason)}
          />
        </LazyDialog>
      )}
    </>
  );
}
