import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { Alert } from '../components/ui/alert.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';

const History = lazyComponent(() => import('../features/history/history.tsx'));

/** Loads the user's history when its tab is shown: not every visit opens it. */
export function LazyHistory() {
  return (
    <ChunkBoundary
      loading={<Skeleton className="h-142 w-full rounded-xl sm:h-89" />}
      fallback={
        <Alert variant="destructive" role="alert">
          We couldn&apos;t load your transactions. Reload the page to try again.
        </Alert>
      }
    >
      <History />
    </ChunkBoundary>
  );
}
