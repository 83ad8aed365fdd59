import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';

/** The usual duration of a transaction, shown before it is submitted. */
export function ProcessingTime({ children }: { children: ReactNode }) {
  return (
    <p
      data-slot="processing-time"
      className="flex items-start gap-2.5 text-[0.9375rem] leading-6 text-muted-foreground"
    >
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
