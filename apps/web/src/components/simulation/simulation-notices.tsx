import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert, AlertDescription, AlertTitle } from '../ui/alert.tsx';
import { m } from '../../paraglide/messages.js';

/** Marks a screen as a simulation. */
export function SimulationNotice() {
  return (
    <Alert className="bg-card">
      <AlertTitle>{m.ui_this_is_a_simulation()}</AlertTitle>
      <AlertDescription>{m.ui_no_money_is_moved_what_you_type()}</AlertDescription>
    </Alert>
  );
}

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
