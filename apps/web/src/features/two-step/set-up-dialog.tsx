import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { errorMessage } from '../../lib/error-message.ts';
import { makeRecoveryCodes } from '../../lib/recovery-codes.ts';
import { beginSetUp, discardSetUp } from './api.ts';
import { AppKeyForm } from './app-key-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SetUpDialogProps {
  onClose: () => void;
}

/** Sets an app up: its key, its first code, then the codes for the day it is lost. */
export function SetUpDialog({ onClose }: SetUpDialogProps) {
  const attempt = useId();
  const codes = useMutation({ mutationFn: makeRecoveryCodes });
  const isSetUp = !codes.isIdle;
  const key = useQuery({
    queryKey: ['two-step', 'set-up', attempt],
    queryFn: beginSetUp,
    // Each answer is a new key, and the one on screen may be in the app already.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  function close() {
    if (key.data !== undefined && !isSetUp) void discardSetUp(key.data.factorId);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <DialogContent className="sm:max-w-lg" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader data-print="hidden">
          <DialogTitle>
            {isSetUp ? 'Keep Your Recovery Codes' : 'Set Up Two-Step Verification'}
          </DialogTitle>
          <DialogDescription>
            {isSetUp
              ? 'Two-step verification is on. These codes let you in when your phone is lost.'
              : 'Scan the picture with an authenticator app, or type the key into it.'}
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          {isSetUp ? (
            <RecoveryCodes
              codes={codes.data}
              error={codes.error}
              onRetry={() => codes.mutate()}
              onDone={onClose}
            />
          ) : key.data ? (
            <AppKeyForm appKey={key.data} onAccepted={() => codes.mutate()} />
          ) : key.isError ? (
            <div className="flex flex-col items-start gap-4">
              <Alert variant="destructive" role="alert">
                {errorMessage(key.error)}
              </Alert>
              <Button variant="outline" onClick={() => void key.refetch()}>
                Try Again
              </Button>
            </div>
          ) : (
            <p role="status" className="flex items-center gap-3 py-10">
              <Spinner />
              Loading…
            </p>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
