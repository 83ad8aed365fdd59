import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons on the right (below on phones). */
  actions?: ReactNode;
  className?: string;
}

/** The top of a page with its only h1, which takes the focus after a navigation. */
export function PageHeader({ title, description, actions, className }: PageHeaderProps) {
  return (
    <header
      data-slot="page-header"
      className={cn(
        'flex flex-col gap-4 pt-8 pb-6 sm:flex-row sm:items-end sm:justify-between sm:pt-12 sm:pb-8',
        className,
      )}
    >
      <div className="flex min-w-0 flex-col gap-2">
        <h1
          data-route-heading
          tabIndex={-1}
          className="text-3xl leading-tight font-extrabold tracking-tight sm:text-4xl"
        >
          {title}
        </h1>
        {description !== undefined && (
          <p className="max-w-2xl text-base leading-7 text-muted-foreground sm:text-lg">
            {description}
          </p>
        )}
      </div>
      {actions !== undefined && <div className="flex shrink-0 flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
