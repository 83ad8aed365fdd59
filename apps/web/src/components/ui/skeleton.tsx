import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** A grey shape in the size of what is coming. Put it inside an element with `aria-busy`. */
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
