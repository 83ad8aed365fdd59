import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { BeaconMark } from '../components/beacon-mark.tsx';
import { Button } from '../components/ui/button.tsx';
import { errorMessage } from '../lib/error-message.ts';

/** The last resort: something broke while showing a page. It offers two ways back. */
export function ErrorScreen() {
  const error = useRouteError();

  useEffect(() => {
    document.title = 'Unexpected Application Error! | BeaconPay';
  }, []);

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 p-6 text-center">
      <BeaconMark className="size-14" />
      <h1 className="text-3xl font-extrabold tracking-tight">Unexpected Application Error!</h1>
      <p className="max-w-md leading-7 text-muted-foreground">
        We are sorry: this page could not be shown. No payment was made by this. You can try again
        or go back to the start.
      </p>
      <p className="max-w-xl rounded-md bg-muted px-3 py-2 font-mono text-sm break-words">
        {errorMessage(error)}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try Again</Button>
        <Button asChild variant="outline">
          {/* A full load on purpose: whatever broke is not carried along. */}
          <a href="/">Back to home</a>
        </Button>
      </div>
    </main>
  );
}
