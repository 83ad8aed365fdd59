import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { dismissToast, shownToast, subscribeToToasts } from '../../components/ui/toast-store.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { m } from '../../paraglide/messages.js';

/** Shows toasts. Their chunk loads with the first toast. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const isNeeded = useSyncExternalStore(
    subscribeToToasts,
    () => shownToast() !== null,
    () => false,
  );

  useEffect(() => {
    if (!isNeeded) return;
    import('../../components/ui/toaster.tsx').then(
      (part) => setToaster(() => part.Toaster),
      () => setToaster(() => PlainToast),
    );
  }, [isNeeded]);

  if (Toaster === null) return null;
  return (
    <ChunkBoundary fallback={<PlainToast />}>
      <Toaster />
    </ChunkBoundary>
  );
}

/** Shows a toast although the chunk of the styled toasts did not load. */
function PlainToast() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast);
  if (toast?.isOpen !== true) return null;
  return (
    <div role="alert" className="fixed inset-x-0 top-0 z-[60] border-b bg-popover p-4 shadow-lg">
      <p className="font-bold">{toast.title}</p>
      <p>{toast.description}</p>
      <Button size="sm" variant="outline" onClick={() => dismissToast(toast.id)}>
        {m.common_close()}
      </Button>
    </div>
  );
}
