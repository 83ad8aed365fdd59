import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { fieldClassNames } from './input.tsx';

/** A field with several lines that grows with its text in browsers that support it. */
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
