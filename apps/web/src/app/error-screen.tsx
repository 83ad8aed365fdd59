import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';
import { BeaconMark } from '../components/brand/beacon-mark.tsx';
import { Button } from '../components/ui/button.tsx';
import { errorMessage } from '../lib/error-message.ts';
import { ChunkError } from '../boot/chunk-error.ts';
import { reloadKeepingForms } from '../boot/reload-on-chunk-error.ts';
import { BASE_PATH } from '../lib/locale.ts';
import { m } from '../paraglide/messages.js';

/** Replaces a page that failed to render. The layout around it stays. */
export function ErrorScreen() {
  const error = useRouteError();
  const heading = useRef<HTMLHeadingElement>(null);

  // This screen replaces the whole page, so a reload loses no input.
  const isUnloaded = error instanceof ChunkError;
  useEffect(() => {
    if (!isUnloaded) return;
    window.addEventListener('online', reloadKeepingForms);
    return () => window.removeEventListener('online', reloadKeepingForms);
  }, [isUnloaded]);

  useEffect(() => {
    document.title = m.app_unexpected_application_error_beaconpay();
    heading.current?.focus();
  }, []);

  return (
    <div className="page-container flex flex-col items-center gap-5 py-16 text-center">
      <BeaconMark className="size-14" />
      <h1
        ref={heading}
        tabIndex={-1}
        data-route-heading
        className="text-3xl font-extrabold tracking-tight"
      >
        {m.app_unexpected_application_error()}
      </h1>
      <p className="max-w-md leading-7 text-muted-foreground">
        {m.app_sorry_we_cant_show_this_page_try()}
      </p>
      <p className="max-w-xl rounded-md bg-muted px-3 py-2 font-mono text-sm break-words">
        {errorMessage(error)}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={reloadKeepingForms}>{m.common_try_again()}</Button>
        <Button asChild variant="outline">
          {/* A full load on purpose, so that nothing of what broke remains. */}
          <a href={BASE_PATH}>{m.common_back_to_home()}</a>
        </Button>
        <Button asChild variant="outline">
          <a href={BASE_PATH === '/' ? '/support' : `${BASE_PATH}/support`}>
            {m.common_contact_support()}
          </a>
        </Button>
      </div>
    </div>
  );
}

/** Shown when the layout of all pages failed. */
export function BareErrorScreen() {
  return (
    <main className="flex min-h-dvh items-center">
      <ErrorScreen />
    </main>
  );
}
