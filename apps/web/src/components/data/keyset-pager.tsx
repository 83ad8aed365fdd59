import { ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';

interface KeysetPagerProps {
  /** The name of the list. */
  label: string;
  /** The position of this page. Empty on the first page. */
  after: string;
  /** The position of the next page. Empty on the last page. */
  next: string;
  /** Shown beside the buttons. */
  pageSize?: number;
}

/** Buttons for the first and the next page of a list whose position is the query parameter `after`. The Back button of the browser shows the page before. */
export function KeysetPager({ label, after, next, pageSize }: KeysetPagerProps) {
  const { write } = useSearchParamState();
  const isFirst = after === '';
  const isLast = next === '';
  if (isFirst && isLast) return null;
  return (
    <nav
      aria-label={m.ui_label_pages({ label })}
      className="flex flex-wrap items-center justify-between gap-3 border-t px-5 py-4 text-sm sm:px-6"
    >
      {pageSize !== undefined && (
        <p className="text-muted-foreground">{m.records_per_page({ count: pageSize })}</p>
      )}
      <div className="ms-auto flex gap-2">
        <Button
          variant="outline"
          size="sm"
          // Not disabled, because a disabled button loses the focus.
          aria-disabled={isFirst || undefined}
          onClick={isFirst ? undefined : () => write({ after: '' })}
        >
          <ChevronsLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {m.records_first_page()}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isLast || undefined}
          onClick={isLast ? undefined : () => write({ after: next })}
        >
          {m.ui_next()}
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  );
}
