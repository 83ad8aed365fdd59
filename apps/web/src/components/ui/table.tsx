import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { m } from '../../paraglide/messages.js';

interface TableProps extends ComponentProps<'table'> {
  /** The name of the scrolling region, which keyboards can focus and scroll. */
  'aria-label': string;
}

/** A data table that scrolls horizontally within its frame, not with the page. */
export function Table({ className, ...props }: TableProps) {
  return (
    <div
      data-slot="table-frame"
      role="region"
      aria-label={m.ui_label_scrollable({ label: props['aria-label'] })}
      // Scrollable regions must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative w-full overflow-x-auto"
    >
      <table
        data-slot="table"
        className={cn('w-full caption-bottom text-[0.9375rem]', className)}
        {...props}
      />
    </div>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<'thead'>) {
  return <thead data-slot="table-header" className={cn('border-b', className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody data-slot="table-body" className={cn('divide-y', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      data-slot="table-row"
      className={cn('transition-colors base:hover:bg-muted/60', className)}
      {...props}
    />
  );
}

export function TableHead({ className, scope = 'col', ...props }: ComponentProps<'th'>) {
  return (
    <th
      data-slot="table-head"
      scope={scope}
      className={cn(
        'h-11 px-4 base:text-start base:align-middle text-[0.8125rem] font-semibold whitespace-nowrap text-muted-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      data-slot="table-cell"
      className={cn('px-4 py-3.5 base:align-middle', className)}
      {...props}
    />
  );
}
