import { useEffect } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { fetchPartEarly } from '../../lib/fetched-parts.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { PartBoundary } from '../../components/part-boundary.tsx';
import { WindowComing } from '../../components/window-coming.tsx';
import { reloadWithForms } from '../missing-parts.ts';

const loadWindows = () => import('./auth-windows.tsx');
const AuthWindows = lazyPart(loadWindows);

/** Where the two dialogs come: at most one is there. */
export function AuthDialogsSlot() {
  const { dialog, closeDialogs } = useAuthDialogs();
  useEffect(fetchOnIntent, []);
  if (dialog === null) return null;
  return (
    <PartBoundary
      fallback={
        <div role="alert" className="border-t bg-popover shadow-lg">
          <div className="page-container flex flex-wrap items-center gap-3 py-4">
            <p className="w-full leading-6 sm:w-auto sm:flex-1">
              This window didn&apos;t load. Reload the page to try again; what you typed will be
              kept.
            </p>
            <Button variant="outline" onClick={closeDialogs}>
              Not now
            </Button>
            <Button onClick={reloadWithForms}>Reload</Button>
          </div>
        </div>
      }
      loading={<WindowComing />}
    >
      <AuthWindows dialog={dialog} />
    </PartBoundary>
  );
}

/** Whoever points at what opens a dialog will likely press it. */
function fetchOnIntent(): () => void {
  function onIntent({ target }: Event) {
    if (!(target instanceof Element) || target.closest('[aria-haspopup="dialog"]') === null) return;
    stop();
    fetchPartEarly(loadWindows);
  }
  function stop() {
    document.removeEventListener('pointerover', onIntent);
    document.removeEventListener('focusin', onIntent);
  }
  document.addEventListener('pointerover', onIntent);
  document.addEventListener('focusin', onIntent);
  return stop;
}
