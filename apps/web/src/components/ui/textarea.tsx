import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { fieldClassNames } from './input.tsx';

/** A text field of several lines that grows with its text where browsers can. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      rows={rows}
      className={cn(fieldClassNames, 'field-sizing-content min-h-20 py-2.5', className)}
      {...props}
    />
  );
}
