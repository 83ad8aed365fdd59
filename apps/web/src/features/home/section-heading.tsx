import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface SectionHeadingProps {
  id: string;
  title: string;
  children?: ReactNode;
  className?: string;
}

/** A section's h2 with a line below it. */
export function SectionHeading({ id, title, children, className }: SectionHeadingProps) {
  return (
    <div className={cn('flex max-w-2xl flex-col gap-3', className)}>
      <h2 id={id} className="text-3xl leading-tight font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h2>
      {children !== undefined && (
        <p className="text-lg leading-8 text-muted-foreground">{children}</p>
      )}
    </div>
  );
}
