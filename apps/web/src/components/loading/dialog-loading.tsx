import { Spinner } from '../ui/spinner.tsx';
import { m } from '../../paraglide/messages.js';

/**
 * Shown at once while the code of a dialog loads. Apart from LazyDialog, because every page loads it, and
 * LazyDialog brings the alert and its icons.
 */
export function DialogLoading() {
  return (
    <div className="fixed inset-0 z-50 flex items-center justify-center bg-overlay">
      <p
        role="status"
        className="flex items-center gap-3 rounded-xl border bg-popover px-5 py-4 font-semibold text-popover-foreground shadow-lg"
      >
        <Spinner />
        {m.common_loading()}
      </p>
    </div>
  );
}
