import type { ReactNode } from 'react';
import { useDerivedState } from '../../lib/use-derived-state.ts';
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
  const wasOpened = useDerivedState(isOpen, (earlier) => earlier || isOpen);
  if (!wasOpened) return null;
  return (
    <ChunkBoundary fallback={<ChunkErrorAlert />} loading={<DialogLoading />}>
      {children}
    </ChunkBoundary>
  );
}
