import { lazy } from 'react';
import { PartBoundary } from '../components/part-boundary.tsx';
import { Alert } from '../components/ui/alert.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { useWasInView } from '../lib/use-was-in-view.ts';

const AccountSafety = lazy(() => import('./account-safety.tsx'));

/**
 * What keeps an account safe, far down on a page: fetched when somebody comes to it. Until then it
 * takes as much room as a window shows, so that nothing in view moves when it comes.
 */
export function AccountSafetyPart() {
  const [wasInView, section] = useWasInView();
  const loading = <Skeleton className="h-screen w-full rounded-xl" />;
  return (
    <div ref={section}>
      {wasInView ? (
        <PartBoundary
          loading={loading}
          fallback={
            <Alert variant="destructive" role="alert">
              Your password and devices could not be loaded. Please reload the page.
            </Alert>
          }
        >
          <AccountSafety />
        </PartBoundary>
      ) : (
        loading
      )}
    </div>
  );
}
