import { CircleAlert } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ResultCard } from './result-card.tsx';

interface FailedResultProps {
  message: string;
  /** Missing if a retry cannot help. */
  onRetry?: () => void;
}

/** A payment that could not be confirmed, with the reason and a link to support. */
export function FailedResult({ message, onRetry }: FailedResultProps) {
  return (
    <ResultCard
      icon={CircleAlert}
      tone="destructive"
      title="Confirmation Error"
      description={message}
      actions={
        <>
          {onRetry !== undefined && <Button onClick={onRetry}>Try Again</Button>}
          <Button asChild variant="outline">
            <Link to="/support">Contact support</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/">Back to home</Link>
          </Button>
        </>
      }
    />
  );
}
