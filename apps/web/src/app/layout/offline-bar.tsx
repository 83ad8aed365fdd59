import { use, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { createConnection, reportAnswered, useIsOffline } from '../../lib/connection.ts';
import { QueryHolderContext } from '../../lib/query-holder.ts';
import { useSession } from '../../session/session-context.ts';
import { m } from '../../paraglide/messages.js';

/** Reports that BeaconPay cannot be reached, as long as that is so, and checks again. */
export function OfflineBar() {
  const [connection] = useState(createConnection);
  const [isRetrying, setIsRetrying] = useState(false);
  const isOffline = useIsOffline(connection);
  const queries = use(QueryHolderContext);
  const { reloadProfile } = useSession();

  async function retry() {
    setIsRetrying(true);
    // Without an earlier request to the backend, the web server of the page is checked.
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
      reportAnswered,
      () => undefined,
    );
    await Promise.all([reloadProfile(), queries?.client?.refetchQueries({ type: 'active' })]);
    setIsRetrying(false);
  }

  // The live region exists before its text, so that screen readers announce the text.
  return (
    <div role="status">
      {isOffline && (
        <div className="border-t bg-warning-surface text-warning-text">
          <div className="page-container flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <p className="min-w-0 flex-1 leading-6 font-semibold">
              {m.app_youre_offline_or_beaconpay_cant_be_reached()}
            </p>
            <Button size="sm" variant="outline" busy={isRetrying} onClick={() => void retry()}>
              {m.app_try_again()}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
