import { ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';

interface ListPagerProps {
  label: string;
  /** The position of this page. Empty on the first page. */
  after: string;
  /** The position of the next page. Empty on the last page. */
  next: string;
}

/** Buttons for the first and the next page. The Back button of the browser shows the page before. */
export function ListPager({ label, after, next }: ListPagerProps) {
  const { write } = useSearchParamState();
  if (after === '' && next === '') return null;
  return (
    <nav
      aria-label={m.ui_label_pages({ label })}
      className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-4 sm:px-6"
    >
      <Button
        variant="outline"
        size="sm"
        // Not disabled, because a disabled button loses the focus.
        aria-disabled={after === '' || undefined}
        onClick={after === '' ? undefined : () => write({ after: '' })}
      >
        <ChevronsLeft aria-hidden="true" className="rtl:-scale-x-100" />
        {m.records_first_page()}
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={next === '' || undefined}
        onClick={next === '' ? undefined : () => write({ after: next })}
      >
        {m.ui_next()}
        <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </nav>
  );
}
