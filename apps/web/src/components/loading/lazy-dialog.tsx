import { useState, type ReactNode } from 'react';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { ChunkErrorAlert } from './chunk-error-alert.tsx';
import { DialogLoading } from './dialog-loading.tsx';

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
