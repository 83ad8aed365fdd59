import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cn } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from './button.tsx';
import { m } from '../../paraglide/messages.js';

interface PaginationProps {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  totalCount: number;
  onPageChange: (page: number) => void;
  /** The rows, for the name of the region: "Users". */
  label: string;
  className?: string;
}

/** Shows which rows of how many are visible, with buttons for the previous and the next page. */
export function Pagination({
  page,
  pageSize,
  totalCount,
  onPageChange,
  label,
  className,
}: PaginationProps) {
  const pageCount = Math.max(1, Math.ceil(totalCount / pageSize));
  const first = totalCount === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalCount);
  const isFirst = page <= 1;
  const isLast = page >= pageCount;
  return (
    <nav
      data-slot="pagination"
      aria-label={m.ui_label_pages({ label })}
      className={cn('flex flex-wrap items-center justify-between gap-3 text-sm', className)}
    >
      <p aria-live="polite" className="tabular text-muted-foreground">
        {m.ui_range_of_total({
          first: formatCount(first),
          last: formatCount(last),
          total: formatCount(totalCount),
        })}
      </p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          // Not disabled, because a disabled button loses the focus.
          aria-disabled={isFirst || undefined}
          onClick={isFirst ? undefined : () => onPageChange(page - 1)}
        >
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {m.ui_previous()}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isLast || undefined}
          onClick={isLast ? undefined : () => onPageChange(page + 1)}
        >
          {m.ui_next()}
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  );
}
