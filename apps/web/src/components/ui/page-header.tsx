import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  className?: string;
}

/** The header of a page with its only h1, which gets the focus after a navigation. */
export function PageHeader({ title, description, className }: PageHeaderProps) {
  return (
    <header
      data-slot="page-header"
      className={cn('flex flex-col gap-2 pt-8 pb-6 sm:pt-12 sm:pb-8', className)}
    >
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
    </header>
  );
}
