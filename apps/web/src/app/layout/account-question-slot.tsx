import { use } from 'react';
import { AccountOfferContext, useSession } from '../../session/session-context.ts';
import { lazyPart } from '../../components/lazy-part.ts';
import { PartBoundary } from '../../components/part-boundary.tsx';

// Hardly anybody is ever asked.
const AccountQuestion = lazyPart(() => import('../../session/account-question.tsx'));

/** Where a link to another account is asked about. Should the question not load, nothing changes. */
export function AccountQuestionSlot() {
  const offer = use(AccountOfferContext);
  const { user } = useSession();
  if (offer === null || user === null) return null;
  const present = [user.email, user.phone].find(Boolean) ?? 'this account';
  return (
    <PartBoundary fallback={null}>
      <AccountQuestion offer={offer} present={present} />
    </PartBoundary>
  );
}
