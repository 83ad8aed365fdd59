import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

export const badgeVariants = cva(
  'inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        neutral: 'bg-secondary text-secondary-foreground',
        success: 'bg-success-surface text-success-text',
        warning: 'bg-warning-surface text-warning-text',
        destructive: 'bg-destructive-surface text-destructive-text',
        accent: 'bg-accent text-accent-foreground',
        outline: 'border text-foreground',
      },
    },
    defaultVariants: { variant: 'neutral' },
  },
);

/** A short word about a thing: its state, its kind. */
export function Badge({
  className,
  variant,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return (
    <span data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />
  );
}
