import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** A raised surface with CardHeader and CardContent. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card"
      className={cn(
        'flex min-w-0 base:flex-col rounded-xl border base:bg-card text-card-foreground base:shadow-sm',
        className,
      )}
      {...props}
    />
  );
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-header"
      className={cn(
        'flex base:flex-col base:gap-1 base:p-5 base:pb-0 sm:base:p-6 sm:base:pb-0',
        className,
      )}
      {...props}
    />
  );
}

/** The heading of a card. `level` keeps the outline of the page correct. */
export function CardTitle({
  className,
  level = 2,
  children,
  ...props
}: ComponentProps<'h2'> & { level?: 2 | 3 | 4 }) {
  const Heading = `h${level}` as const;
  return (
    <Heading
      data-slot="card-title"
      className={cn('base:text-lg base:leading-7 base:font-bold tracking-tight', className)}
      {...props}
    >
      {children}
    </Heading>
  );
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return (
    <p
      data-slot="card-description"
      className={cn('text-[0.9375rem] leading-6 text-muted-foreground', className)}
      {...props}
    />
  );
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="card-content" className={cn('base:p-5 sm:base:p-6', className)} {...props} />
  );
}
