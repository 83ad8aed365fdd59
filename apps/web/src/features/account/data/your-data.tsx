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
      saveAsFile(`beaconpay-data-${day}.json`, JSON.stringify(data, null, 2), 'application/json');
      toast({ title: 'Data downloaded', description: 'Keep the file somewhere safe.' });
    } catch (error) {
      showError('Download failed', error);
    }
  }

  async function requestAccountDeletion(): Promise<boolean> {
    try {
      await asking.mutateAsync();
    } catch (error) {
      showError('Request failed', error);
      return false;
    }
    await refreshRequest();
    toast({ title: 'Deletion requested', description: "You can cancel until it's carried out." });
    return true;
  }

  async function keepAccount() {
    try {
      await cancelling.mutateAsync();
      await refreshRequest();
      toast({ title: 'Deletion request cancelled', description: "We'll keep your account." });
    } catch (error) {
      showError('Request failed', error);
    }
  }

  return (
    <Card id="data" className="scroll-mt-20">
      <CardHeader>
        <CardTitle>Your data</CardTitle>
        <CardDescription>
          Download everything we hold about you, or ask us to delete your account.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {request.data && (
          <Alert variant="warning">
            <AlertTitle>You asked us to delete your account.</AlertTitle>
            <AlertDescription>
              Requested on {formatTimestamp(request.data)}. An administrator will delete it. Until
              then, everything works as usual.
            </AlertDescription>
            <Button
              variant="outline"
              size="sm"
              className="mt-3"
              busy={cancelling.isPending}
              onClick={() => void keepAccount()}
            >
              Keep my account
            </Button>
          </Alert>
        )}
        {request.isError && request.data === undefined && (
          <Alert variant="warning" role="alert">
            We couldn&apos;t check for a deletion request.{' '}
            <TryAgainLink onRetry={() => void request.refetch()} />
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" busy={exporting.isPending} onClick={() => void download()}>
            {!exporting.isPending && <Download aria-hidden="true" />}
            Download my data
          </Button>
          {request.data === null && (
            <Button
              variant="ghost"
              className="text-destructive-text"
              {...preloadOnIntent(loadDialog)}
              onClick={() => setIsAsking(true)}
            >
              <Trash2 aria-hidden="true" />
              Delete my account
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
