import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../components/loading/chunk-error-alert.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { m } from '../paraglide/messages.js';
import { useSession } from '../session/session-context.ts';

const MyCardsPart = lazyComponent(() => import('./my-cards-part.tsx'));

interface LazyMyCardsProps {
  hasOrderLink?: boolean;
}

/** The cards of a signed-in user. Visitors download nothing of it. Its height is reserved. */
export function LazyMyCards({ hasOrderLink = false }: LazyMyCardsProps) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <section aria-labelledby="my-cards" className="mb-8 flex min-w-0 flex-col gap-3">
      <h2 id="my-cards" className="text-lg leading-7 font-bold tracking-tight">
        {m.my_cards_my_cards()}
      </h2>
      <div className="h-39">
        <ChunkBoundary
          loading={<Skeleton className="h-full w-[min(22rem,88vw)] rounded-xl" />}
          fallback={<ChunkErrorAlert />}
        >
          <MyCardsPart key={user.id} userId={user.id} hasOrderLink={hasOrderLink} />
        </ChunkBoundary>
      </div>
    </section>
  );
}
