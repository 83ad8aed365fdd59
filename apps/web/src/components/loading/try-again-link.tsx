import { Button } from '../ui/button.tsx';
import { m } from '../../paraglide/messages.js';

/** Follows a sentence about something that could not be loaded. */
export function TryAgainLink({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="link" size="sm" className="h-auto px-1" onClick={onRetry}>
      {m.common_try_again()}
    </Button>
  );
}
