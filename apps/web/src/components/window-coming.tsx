import { Spinner } from './ui/spinner.tsx';

/** Says at once that a window was asked for, while its code is on the way. */
export function WindowComing() {
  return (
    <div className="fixed inset-0 z-50 flex items-center justify-center bg-overlay">
      <p
        role="status"
        className="flex items-center gap-3 rounded-xl border bg-popover px-5 py-4 font-semibold text-popover-foreground shadow-lg"
      >
        <Spinner />
        Loading…
      </p>
    </div>
  );
}
