import { use } from 'react';
import { AccountOfferContext, useSession } from '../../session/session-context.ts';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';

// Hardly anybody is ever asked.
const AccountQuestion = lazyComponent(() => import('../../session/account-question.tsx'));

/** Where a link to another account is asked about. Should the question not load, nothing changes. */
export function LazyAccountQuestion() {
  const offer = use(AccountOfferContext);
  const { user } = useSession();
  if (offer === null || user === null) return null;
  const present = [user.email, user.phone].find(Boolean) ?? 'this account';
  return (
    <ChunkBoundary fallback={null}>
      <AccountQuestion offer={offer} present={present} />
    </ChunkBoundary>
  );
}
