import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { dismissToast, shownToast, subscribeToToasts } from '../../components/ui/toast-store.ts';
import { PartBoundary } from '../part-boundary.tsx';

const Toaster = lazy(() =>
  import('../../components/ui/toaster.tsx').then((module) => ({ default: module.Toaster })),
);

/** Where toasts come. Their part is loaded with the first one. */
export function ToastsSlot() {
  const hasToast = useSyncExternalStore(
    subscribeToToasts,
    () => shownToast() !== null,
    () => false,
  );
  if (!hasToast) return null;
  return (
    <PartBoundary fallback={() => <PlainToast />}>
      <Suspense>
        <Toaster />
      </Suspense>
    </PartBoundary>
  );
}

/** What happened must be said, also when the part that says it nicely does not load. */
function PlainToast() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast);
  if (toast?.isOpen !== true) return null;
  return (
    <div role="alert" className="fixed inset-x-0 top-0 z-[60] border-b bg-popover p-4 shadow-lg">
      <p className="font-bold">{toast.title}</p>
      <p>{toast.description}</p>
      <Button size="sm" variant="outline" onClick={() => dismissToast(toast.id)}>
        Close
      </Button>
    </div>
  );
}
