import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TryAgainLink } from '../../../components/loading/try-again-link.tsx';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Alert, AlertDescription, AlertTitle } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../../components/ui/card.tsx';
import { toast } from '../../../components/ui/toast-store.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { preloadOnIntent } from '../../../boot/chunk-preload.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import {
  deletionRequestQuery,
  exportMyData,
  requestDeletion,
  cancelDeletionRequest,
} from './api.ts';
import { useSession } from '../../../session/session-context.ts';
import { useChangeErrorToast } from '../../../session/require-session.ts';
import { m } from '../../../paraglide/messages.js';

const loadDialog = () => import('./delete-account-dialog.tsx');
const DeleteAccountDialog = lazyComponent(loadDialog);

/** Downloads the user's data and requests the deletion of the account. */
export function YourData() {
  const { user } = useSession();
  return user === null ? null : <DataCard userId={user.id} />;
}

function DataCard({ userId }: { userId: string }) {
  const showError = useChangeErrorToast();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const request = useQuery(deletionRequestQuery(userId));
  const exporting = useMutation({ mutationFn: () => exportMyData(userId) });
  const asking = useMutation({ mutationFn: () => requestDeletion(userId) });
  const cancelling = useMutation({ mutationFn: () => cancelDeletionRequest(userId) });

  const refreshRequest = () =>
    queryClient.invalidateQueries({ queryKey: deletionRequestQuery(userId).queryKey });

  async function download() {
    try {
      const data = await exporting.mutateAsync();
      const day = new Date().toISOString().slice(0, 10);
      saveAsFile(`beaconpay-data-${day}.json`, [JSON.stringify(data, null, 2)], 'application/json');
      toast({
        title: m.account_data_downloaded(),
        description: m.account_keep_file_somewhere_safe(),
      });
    } catch (error) {
      showError(m.account_download_failed(), error);
    }
  }

  async function requestAccountDeletion(): Promise<boolean> {
    try {
      await asking.mutateAsync();
    } catch (error) {
      showError(m.account_request_failed(), error);
      return false;
    }
    await refreshRequest();
    toast({
      title: m.account_deletion_requested(),
      description: m.account_you_can_cancel_until_its_carried_out(),
    });
    return true;
  }

  async function keepAccount() {
    try {
      await cancelling.mutateAsync();
      await refreshRequest();
      toast({
        title: m.account_deletion_request_cancelled(),
        description: m.account_well_keep_your_account(),
      });
    } catch (error) {
      showError(m.account_request_failed(), error);
    }
  }

  return (
    <Card id="data" className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{m.common_your_data()}</CardTitle>
        <CardDescription>{m.account_download_everything_we_hold_about_you_or()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {request.data && (
          <Alert variant="warning">
            <AlertTitle>{m.account_you_asked_us_to_delete_your_account()}</AlertTitle>
            <AlertDescription>
              {m.account_deletion_requested_on({ time: formatTimestamp(request.data) })}
            </AlertDescription>
            <Button
              variant="outline"
              size="sm"
              className="mt-3"
              busy={cancelling.isPending}
              onClick={() => void keepAccount()}
            >
              {m.account_keep_my_account()}
            </Button>
          </Alert>
        )}
        {request.isError && request.data === undefined && (
          <Alert variant="warning" role="alert">
            {m.account_we_couldnt_check_for_deletion_request()}{' '}
            <TryAgainLink onRetry={() => void request.refetch()} />
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" busy={exporting.isPending} onClick={() => void download()}>
            {!exporting.isPending && <Download aria-hidden="true" />}
            {m.account_download_my_data()}
          </Button>
          {request.data === null && (
            <Button
              variant="ghost"
              className="text-destructive-text"
              {...preloadOnIntent(loadDialog)}
              onClick={() => setIsAsking(true)}
            >
              <Trash2 aria-hidden="true" />
              {m.account_delete_my_account()}
            </Button>
          )}
        </div>
      </CardContent>
      <LazyDialog isOpen={isAsking}>
        <DeleteAccountDialog
          isOpen={isAsking}
          isSending={asking.isPending}
          onOpenChange={setIsAsking}
          onConfirm={requestAccountDeletion}
        />
      </LazyDialog>
    </Card>
  );
}
