import type { ReactNode } from 'react';

/** A value as it was typed: it neither takes its direction from the page nor moves the texts around it. */
export function Isolated({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <bdi>{children}</bdi> : children;
}
