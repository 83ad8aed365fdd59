import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

const VARIANTS = {
  neutral: 'bg-secondary text-secondary-foreground',
  success: 'bg-success-surface text-success-text',
  warning: 'bg-warning-surface text-warning-text',
  destructive: 'bg-destructive-surface text-destructive-text',
  accent: 'bg-accent text-accent-foreground',
  outline: 'border text-foreground',
};

interface BadgeProps extends ComponentProps<'span'> {
  variant?: keyof typeof VARIANTS;
}

/** A short label for a state or a kind. */
export function Badge({ className, variant = 'neutral', ...props }: BadgeProps) {
  return (
    <span
      data-slot="badge"
      className={cn(
        'inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0',
        VARIANTS[variant],
        className,
      )}
      {...props}
    />
  );
}
