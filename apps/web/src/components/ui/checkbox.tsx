import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** The browser's own checkbox in our looks. Its label makes the target large enough. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className="relative inline-flex size-5 shrink-0">
      <input
        data-slot="checkbox"
        type="checkbox"
        className={cn(
          'peer size-5 appearance-none rounded-sm border border-input bg-field shadow-xs transition-colors',
          'checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-destructive',
          className,
        )}
        {...props}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 size-4 text-primary-foreground opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}
