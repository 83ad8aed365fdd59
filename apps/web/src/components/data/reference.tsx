import { cn } from '../../lib/class-names.ts';
import { shortId } from '../../lib/format.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { m } from '../../paraglide/messages.js';

interface ReferenceProps {
  /** The whole id. The copy button copies it. */
  value: string;
  /** The name of the id: "reference". */
  label?: string;
  /** Shows only the first eight characters. */
  short?: boolean;
  className?: string;
}

/** An id that users read out, copy or print. */
export function Reference({
  value,
  label = m.common_reference_id(),
  short = false,
  className,
}: ReferenceProps) {
  return (
    <span
      data-slot="reference"
      className={cn('inline-flex max-w-full items-center gap-1', className)}
    >
      <code
        className={cn('min-w-0 font-mono text-sm', short ? 'whitespace-nowrap' : 'break-all')}
        title={short ? value : undefined}
      >
        {short ? shortId(value) : value}
      </code>
      <CopyButton value={value} label={label} className="size-9 text-muted-foreground" />
    </span>
  );
}
