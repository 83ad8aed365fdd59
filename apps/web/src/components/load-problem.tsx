import { CircleAlert } from 'lucide-react';
import { Button } from './ui/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';

interface LoadProblemProps {
  title: string;
  /** What is missing, as the beginning of a sentence: "The users". */
  what: string;
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Stands where something would be that could not be read, also while it is tried again: whoever pressed the button keeps it. */
export function LoadProblem({ title, what, query }: LoadProblemProps) {
  return (
    <EmptyState
      icon={CircleAlert}
      title={title}
      description={`${what} could not be loaded.`}
      action={
        <Button variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try Again
        </Button>
      }
    />
  );
}
