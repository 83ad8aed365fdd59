import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** A thin line between groups. */
export function Separator({ className, ...props }: ComponentProps<'hr'>) {
  return <hr data-slot="separator" className={cn('border-t', className)} {...props} />;
}
