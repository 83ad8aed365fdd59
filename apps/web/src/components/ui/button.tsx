import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Spinner } from './spinner.tsx';

export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,box-shadow,transform] duration-150 active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55',
    '[&_svg]:size-[1.15em] [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground shadow-xs hover:bg-primary-hover',
        destructive:
          'bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive-hover',
        outline:
          'border border-input/60 bg-card text-foreground shadow-xs hover:border-input hover:bg-muted',
        secondary: 'bg-secondary text-secondary-foreground hover:bg-secondary-hover',
        ghost: 'text-foreground hover:bg-muted',
        link: 'text-link underline-offset-4 hover:underline',
      },
      size: {
        default: 'h-11 px-5 text-[0.9375rem] sm:h-10',
        sm: 'h-11 px-3.5 text-sm sm:h-9',
        lg: 'h-12 px-7 text-base',
        icon: 'size-11 sm:size-10 [&_svg]:size-5',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Renders the only child (a link, say) with the button's looks. */
  asChild?: boolean;
  /** Shows a spinner and ignores presses, while keeping focus and size. */
  busy?: boolean;
}

/** The one button. `type` is "button" unless said otherwise, so that none submits by accident. */
export function Button({
  className,
  variant,
  size,
  asChild = false,
  busy = false,
  type = 'button',
  children,
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      data-slot="button"
      // A disabled button loses focus; a busy one must not.
      type={busy ? 'button' : type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classes}
      onClick={busy ? undefined : onClick}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
