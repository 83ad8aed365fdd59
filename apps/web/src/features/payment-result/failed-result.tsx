import { CircleAlert } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ResultCard } from './result-card.tsx';
import { m } from '../../paraglide/messages.js';

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
      title={m.payment_result_confirmation_error()}
      description={message}
      actions={
        <>
          {onRetry !== undefined && <Button onClick={onRetry}>{m.common_try_again()}</Button>}
          <Button asChild variant="outline">
            <Link to="/support">{m.common_contact_support()}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/">{m.common_back_to_home()}</Link>
          </Button>
        </>
      }
    />
  );
}
