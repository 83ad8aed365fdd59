import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { fieldClassNames } from './input.tsx';

/** The browser's own select with the classes of the product: small, and accessible on all devices. */
export function NativeSelect({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select
        data-slot="native-select"
        className={cn(fieldClassNames, 'h-11 appearance-none truncate pe-10', className)}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-4.5 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
