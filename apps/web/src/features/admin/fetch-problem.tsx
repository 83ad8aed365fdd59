import { CircleAlert } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';

interface FetchProblemProps {
  /** What is missing, as the beginning of a sentence: "The users". */
  what: string;
  onRetry: () => void;
}

/** Stands where a part of the panel would be that could not be read. */
export function FetchProblem({ what, onRetry }: FetchProblemProps) {
  return (
    <EmptyState
      icon={CircleAlert}
      title="Error fetching data"
      description={`${what} could not be loaded.`}
      action={
        <Button variant="outline" onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}
