import { useState } from 'react';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { AdministratorRequest } from './customer.schema.ts';
import type { Customer } from './customer-api.ts';
import { loadActionDialog } from './load-action-dialog.ts';
import { useAccountAction } from './use-account-action.ts';

const ActionDialog = lazyComponent(loadActionDialog);

interface NoticeProps {
  adminId: string;
  customer: Customer;
}

/** The open request to change the rights of the user. Another administrator than the first confirms it. */
export function AdministratorRequestNotice({ adminId, customer }: NoticeProps) {
  const request = customer.administrator_request;
  if (request === null) return null;
  return <OpenRequest key={request.id} adminId={adminId} customer={customer} request={request} />;
}

type Decision = 'confirm_request' | 'withdraw_request';

function OpenRequest({
  adminId,
  customer,
  request,
}: NoticeProps & { request: AdministratorRequest }) {
  const { act, isActing } = useAccountAction(adminId, customer.id);
  const [decision, setDecision] = useState<Decision>('confirm_request');
  const [isOpen, setIsOpen] = useState(false);
  const isMine = request.requested_by === adminId;
  // No administrator decides about the own account.
  const isAboutMe = customer.id === adminId;

  function open(next: Decision) {
    setDecision(next);
    setIsOpen(true);
  }

  async function decide() {
    if (await act({ type: decision, requestId: request.id })) setIsOpen(false);
  }

  return (
    <Alert variant={isMine ? 'info' : 'warning'}>
      <AlertTitle>{titleOf(request, isMine)}</AlertTitle>
      <AlertDescription>
        {request.reason !== null && (
          <p className="wrap-anywhere">
            {m.account_admin_request_reason({ reason: request.reason })}
          </p>
        )}
        <p>
          {isMine && `${m.account_admin_request_waits()} `}
          {m.account_admin_request_expires({ time: formatTimestamp(request.expires_at) })}
        </p>
        {!isAboutMe && (
          <div className="mt-3 flex flex-wrap gap-3">
            {!isMine && (
              <Button
                size="sm"
                aria-haspopup="dialog"
                {...preloadOnIntent(loadActionDialog)}
                onClick={() => open('confirm_request')}
              >
                {m.account_admin_confirm_request()}
              </Button>
            )}
            <Button
              variant="outline"
              size="sm"
              aria-haspopup="dialog"
              {...preloadOnIntent(loadActionDialog)}
              onClick={() => open('withdraw_request')}
            >
              {m.account_admin_withdraw_request()}
            </Button>
          </div>
        )}
        <LazyDialog isOpen={isOpen}>
          <ActionDialog
            type={decision}
            customer={customer}
            isOpen={isOpen}
            isActing={isActing}
            onClose={() => setIsOpen(false)}
            onConfirm={() => void decide()}
          />
        </LazyDialog>
      </AlertDescription>
    </Alert>
  );
}

function titleOf(request: AdministratorRequest, isMine: boolean): string {
  const isMake = request.action === 'make';
  if (isMine) {
    return isMake ? m.account_admin_you_asked_to_make() : m.account_admin_you_asked_to_unmake();
  }
  const name = request.requested_by_email ?? m.admin_an_administrator();
  return isMake
    ? m.account_admin_asked_to_make({ name })
    : m.account_admin_asked_to_unmake({ name });
}
