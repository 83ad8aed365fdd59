import { useState, type ReactNode } from 'react';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { ChunkErrorAlert } from './chunk-error-alert.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface LazyDialogProps {
  isOpen: boolean;
  /**
   * The lazily loaded dialog. It stays rendered after it was opened, so that it can animate and keep its
   * state.
   */
  children: ReactNode;
}

/** Renders a dialog whose code is loaded when it is first opened. */
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

/** Shown at once while the code of a dialog loads. */
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
