import { Button } from '../ui/button.tsx';

/** Stands behind a sentence that says what could not be read. */
export function TryAgainLink({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="link" size="sm" className="h-auto px-1" onClick={onRetry}>
      Try Again
    </Button>
  );
}
