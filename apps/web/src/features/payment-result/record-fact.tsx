import type { ReactNode } from 'react';
import { Isolated } from '../../components/data/isolated.tsx';

/** Lines about a record. */
export function RecordFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="mx-5 mb-6 flex flex-col divide-y rounded-lg bg-muted px-4 text-[0.9375rem] sm:mx-8 sm:px-5">
      {children}
    </dl>
  );
}

/** A line about a record with a label and a value, within RecordFacts. */
export function RecordFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="flex min-w-0 items-center font-semibold wrap-anywhere">
        <Isolated>{children}</Isolated>
      </dd>
    </div>
  );
}
