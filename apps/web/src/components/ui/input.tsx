import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** The classes of all inputs. Phones zoom in on text below 16 px. */
export const fieldClassNames = [
  'w-full min-w-0 rounded-md border border-input/70 bg-field px-3.5 text-base text-foreground shadow-xs',
  'transition-[border-color,box-shadow] duration-150 placeholder:text-muted-foreground hover:border-input',
  'focus-visible:border-ring focus-visible:outline-offset-0',
  'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
  'aria-invalid:border-destructive aria-invalid:focus-visible:outline-destructive',
  'sm:text-[0.9375rem]',
];

/** A one-line text field. */
export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(fieldClassNames, 'h-11', className)}
      {...props}
    />
  );
}
