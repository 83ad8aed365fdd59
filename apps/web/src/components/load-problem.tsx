import { CircleAlert } from 'lucide-react';
import { Button } from './ui/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';

interface LoadProblemProps {
  title: string;
  /** What is missing, as the beginning of a sentence: "The users". */
  what: string;
  onRetry: () => unknown;
}

/** Stands where something would be that could not be read. */
export function LoadProblem({ title, what, onRetry }: LoadProblemProps) {
  return (
    <EmptyState
      icon={CircleAlert}
      title={title}
      description={`${what} could not be loaded.`}
      action={
        <Button variant="outline" onClick={() => void onRetry()}>
          Try Again
        </Button>
      }
    />
  );
}
