import { CircleAlert } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { m } from '../../paraglide/messages.js';

interface LoadErrorProps {
  title: string;
  /** What is missing, within a sentence: "the users". */
  what: string;
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Replaces content that could not be loaded. It stays during a retry, so that the button keeps the focus. */
export function LoadError({ title, what, query }: LoadErrorProps) {
  return (
    <EmptyState
      icon={CircleAlert}
      title={title}
      description={m.ui_we_couldnt_load_what({ what })}
      action={
        <Button variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
          {m.common_try_again()}
        </Button>
      }
    />
  );
}
