import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** The label of a field. Set `htmlFor`, or use FormLabel, which sets it. */
export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'>) {
  return (
    <label
      data-slot="label"
      htmlFor={htmlFor}
      className={cn('inline-flex items-center gap-1.5 text-sm leading-5 font-semibold', className)}
      {...props}
    >
      {children}
    </label>
  );
}
