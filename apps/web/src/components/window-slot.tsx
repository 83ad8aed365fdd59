import { useState, type ReactNode } from 'react';
import { PartBoundary } from './part-boundary.tsx';
import { UnloadedPart } from './unloaded-part.tsx';
import { WindowComing } from './window-coming.tsx';

interface WindowSlotProps {
  isOpen: boolean;
  /** The window, a lazy part. It stays once it was opened, so that it can close and keep its state. */
  children: ReactNode;
}

/** Where a window comes whose code is fetched when it is first wanted. */
export function WindowSlot({ isOpen, children }: WindowSlotProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <PartBoundary fallback={<UnloadedPart />} loading={<WindowComing />}>
      {children}
    </PartBoundary>
  );
}
