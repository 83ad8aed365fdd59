import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

interface ProgressProps extends Omit<ComponentProps<'div'>, 'children' | 'role'> {
  /** 0 to 100. Other values are clamped. */
  value: number;
  /** The accessible name of the bar. */
  'aria-label': string;
}

/** A progress bar. Its length is an SVG attribute, because style attributes are forbidden. */
export function Progress({ className, value, ...props }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <div
      data-slot="progress"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn('h-2 w-full overflow-hidden rounded-full bg-secondary', className)}
      {...props}
    >
      <svg
        aria-hidden="true"
        className="size-full rtl:-scale-x-100"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
      >
        <rect
          data-slot="progress-bar"
          width={percent}
          height="1"
          className="fill-primary transition-[width] duration-500"
        />
      </svg>
    </div>
  );
}
