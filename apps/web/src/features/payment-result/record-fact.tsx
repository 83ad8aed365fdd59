import type { ReactNode } from 'react';

/** One line about a record: its name, and what it is. Belongs inside a `dl`. */
export function RecordFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="flex min-w-0 items-center break-words">{children}</dd>
    </div>
  );
}
