import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** A grey placeholder with the size of the content. Put it into an element with `aria-busy`. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden="true"
      className={cn('block animate-shimmer base:rounded-md bg-secondary', className)}
      {...props}
    />
  );
}
