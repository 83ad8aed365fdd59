import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { useSession } from '../../session/session-context.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { TransactionHistory } from './transaction-history.tsx';

/** The orders and payments of the signed-in user. The URL has the open receipt. */
export default function History() {
  const { user, profile } = useSession();
  const { read, write } = useSearchParamState();
  if (user === null) return null;
  const receipt = read('receipt');
  return (
    <>
      <TransactionHistory userId={user.id} />
      {receipt !== '' && (
        <ReceiptDialog
          userId={user.id}
          recordId={receipt}
          customer={profile?.company_name ?? profile?.full_name ?? user.email ?? ''}
          onClose={() => write({ receipt: '' }, { replace: true })}
        />
      )}
    </>
  );
}
