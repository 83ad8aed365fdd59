import { BeaconMark } from '../components/brand/beacon-mark.tsx';
import { Button } from '../components/ui/button.tsx';
import { Spinner } from '../components/ui/spinner.tsx';
import { m } from '../paraglide/messages.js';

interface SplashScreenProps {
  /** The session is still unknown after a long wait, or its load failed. */
  isDelayed: boolean;
  /** Continues without the session. */
  onContinue: () => void;
}

/** Replaces the app until the session is first known. */
export function SplashScreen({ isDelayed, onContinue }: SplashScreenProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-6 text-center">
      <h1 className="sr-only">BeaconPay</h1>
      <BeaconMark className="size-14" />
      {isDelayed ? (
        <div role="alert" className="flex max-w-sm flex-col items-center gap-5">
          <p className="text-muted-foreground">
            {m.session_this_is_taking_longer_than_expected_please()}
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => window.location.reload()}>{m.session_retry()}</Button>
            <Button variant="outline" onClick={onContinue}>
              {m.session_continue_anyway()}
            </Button>
          </div>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-muted-foreground">
          <Spinner />
          {m.common_loading()}
        </p>
      )}
    </main>
  );
}
