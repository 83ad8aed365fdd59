import { useState, type ReactNode } from 'react';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { ChunkErrorAlert } from './chunk-error-alert.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface LazyDialogProps {
  isOpen: boolean;
  /** The window, a lazy part. It stays once it was opened, so that it can close and keep its state. */
  children: ReactNode;
}

/** Where a window comes whose code is fetched when it is first wanted. */
export function LazyDialog({ isOpen, children }: LazyDialogProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <ChunkBoundary fallback={<ChunkErrorAlert />} loading={<DialogLoading />}>
      {children}
    </ChunkBoundary>
  );
}

/** Says at once that a window was asked for, while its code is on the way. */
export function DialogLoading() {
  return (
    <div className="fixed inset-0 z-50 flex items-center justify-center bg-overlay">
      <p
        role="status"
        className="flex items-center gap-3 rounded-xl border bg-popover px-5 py-4 font-semibold text-popover-foreground shadow-lg"
      >
        <Spinner />
        Loading…
      </p>
    </div>
  );
}
