import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** A field's name. Give it `htmlFor`, or use FormLabel, which does. */
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
