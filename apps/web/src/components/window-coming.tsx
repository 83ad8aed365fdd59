import { Spinner } from './ui/spinner.tsx';

/** Says at once that a window was asked for, while its code is on the way. */
export function WindowComing() {
  return (
    <p
      role="status"
      className="fixed inset-0 z-50 flex items-center justify-center gap-3 bg-overlay font-semibold text-white"
    >
      <Spinner />
      Loading…
    </p>
  );
}
