import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Slot } from './slot.tsx';
import { Spinner } from './spinner.tsx';

const BASE = [
  'base:inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none',
  'transition-[background-color,border-color,color,box-shadow,transform] duration-150 active:translate-y-px',
  'disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55',
  'base:[&_svg]:size-[1.15em] [&_svg]:shrink-0',
];

const VARIANTS = {
  default: 'base:bg-primary base:text-primary-foreground shadow-xs base:hover:bg-primary-hover',
  destructive:
    'base:bg-destructive base:text-destructive-foreground shadow-xs base:hover:bg-destructive-hover',
  outline:
    'border base:border-input/60 base:bg-card base:text-foreground shadow-xs base:hover:border-input base:hover:bg-muted',
  secondary: 'base:bg-secondary base:text-secondary-foreground base:hover:bg-secondary-hover',
  ghost: 'base:text-foreground base:hover:bg-muted',
  link: 'base:text-link underline-offset-4 hover:underline',
};

const SIZES = {
  default: 'base:h-11 base:px-5 text-[0.9375rem] sm:base:h-10',
  sm: 'base:h-11 base:px-3.5 text-sm sm:base:h-9',
  lg: 'base:h-12 base:px-7 text-base',
  icon: 'base:size-11 sm:size-10 [&_svg]:size-5',
};

interface ButtonLooks {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
}

/** The classes of a button, for elements that look like one. */
export function buttonVariants({ variant = 'default', size = 'default' }: ButtonLooks = {}) {
  return cn(BASE, VARIANTS[variant], SIZES[size]);
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLooks {
  /** Renders the only child, such as a link, with the classes of the button. */
  asChild?: boolean;
  /** Shows a spinner and ignores clicks, while it keeps focus and size. */
  busy?: boolean;
}

/** The button. `type` is "button" by default, so that it does not submit a form by accident. */
export function Button({
  className,
  variant = 'default',
  size = 'default',
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
      <Slot data-slot="button" className={classes} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      data-slot="button"
      // A disabled button loses the focus. A busy one must keep it.
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
