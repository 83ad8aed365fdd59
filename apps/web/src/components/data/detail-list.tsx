import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Isolated } from './isolated.tsx';
import { m } from '../../paraglide/messages.js';

export interface Detail {
  label: string;
  /** Null and an empty text are shown as missing. */
  value: ReactNode;
}

interface DetailListProps {
  details: readonly Detail[];
  className?: string;
}

/** Names and values, in two columns if there is space. */
export function DetailList({ details, className }: DetailListProps) {
  return (
    <dl className={cn('grid gap-x-8 base:gap-y-5 sm:grid-cols-2', className)}>
      {details.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col gap-0.5">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="min-w-0 font-semibold break-words">
            {value === null || value === '' ? (
              <span className="font-normal text-muted-foreground">{m.ui_not_provided()}</span>
            ) : (
              <Isolated>{value}</Isolated>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
