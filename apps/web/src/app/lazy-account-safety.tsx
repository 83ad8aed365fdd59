import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { Alert } from '../components/ui/alert.tsx';
import { Card } from '../components/ui/card.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { cn } from '../lib/class-names.ts';
import { useWasInView } from '../lib/use-was-in-view.ts';
import { m } from '../paraglide/messages.js';

const AccountSafety = lazyComponent(() => import('./account-safety.tsx'));

/** The heights of the sections that will load. */
const PARTS = ['h-96', 'h-48', 'h-48', 'h-64'];

/**
 * Loads the security settings when they come into view. Until then the skeleton is as high as the
 * window, so that nothing in view moves when they appear.
 */
export function LazyAccountSafety() {
  const [wasInView, section] = useWasInView();
  const loading = (
    <div aria-busy="true" className="flex h-screen flex-col gap-6 overflow-hidden">
      {PARTS.map((height, index) => (
        <Card key={index} className={cn('shrink-0 gap-4 p-5 sm:p-6', height)}>
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-4 w-80 max-w-full" />
        </Card>
      ))}
    </div>
  );
  return (
    <div ref={section}>
      {wasInView ? (
        <ChunkBoundary
          loading={loading}
          fallback={
            <Alert variant="destructive" role="alert">
              {m.app_we_couldnt_load_your_security_settings_reload()}
            </Alert>
          }
        >
          <AccountSafety />
        </ChunkBoundary>
      ) : (
        loading
      )}
    </div>
  );
}
