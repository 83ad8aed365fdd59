import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { Alert } from '../components/ui/alert.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { m } from '../paraglide/messages.js';

const History = lazyComponent(() => import('../features/history/history.tsx'));

/** Loads the user's history when its tab is shown: not every visit opens it. */
export function LazyHistory() {
  return (
    <ChunkBoundary
      loading={<Skeleton className="h-142 w-full rounded-xl sm:h-89" />}
      fallback={
        <Alert variant="destructive" role="alert">
          {m.app_we_couldnt_load_your_transactions_reload_page()}
        </Alert>
      }
    >
      <History />
    </ChunkBoundary>
  );
}
