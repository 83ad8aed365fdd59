import { useEffect } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { preloadChunk } from '../../boot/chunk-preload.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { DialogLoading } from '../../components/loading/dialog-loading.tsx';
import { reloadKeepingForms } from '../../boot/reload-on-chunk-error.ts';
import { m } from '../../paraglide/messages.js';

const loadDialogs = () => import('./auth-dialogs.tsx');
const AuthDialogSwitch = lazyComponent(loadDialogs);

/** Loads and shows the open auth dialog. */
export function LazyAuthDialogs() {
  const { dialog, closeDialogs } = useAuthDialogs();
  useEffect(fetchOnIntent, []);
  if (dialog === null) return null;
  return (
    <ChunkBoundary
      fallback={
        <div role="alert" className="border-t bg-popover shadow-lg">
          <div className="page-container flex flex-wrap items-center gap-3 py-4">
            <p className="w-full leading-6 sm:w-auto sm:flex-1">
              {m.app_this_window_didnt_load_reload_page_to()}
            </p>
            <Button variant="outline" onClick={closeDialogs}>
              {m.app_not_now()}
            </Button>
            <Button onClick={reloadKeepingForms}>{m.app_reload()}</Button>
          </div>
        </div>
      }
      loading={<DialogLoading />}
    >
      <AuthDialogSwitch dialog={dialog} />
    </ChunkBoundary>
  );
}

/** Preloads the dialogs when the pointer or the focus reaches a button that opens one. */
function fetchOnIntent(): () => void {
  function preloadOnIntent({ target }: Event) {
    if (!(target instanceof Element) || target.closest('[aria-haspopup="dialog"]') === null) return;
    stop();
    preloadChunk(loadDialogs);
  }
  function stop() {
    document.removeEventListener('pointerover', preloadOnIntent);
    document.removeEventListener('focusin', preloadOnIntent);
  }
  document.addEventListener('pointerover', preloadOnIntent);
  document.addEventListener('focusin', preloadOnIntent);
  return stop;
}
