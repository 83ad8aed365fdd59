import { use } from 'react';
import { useLocation } from 'react-router';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { useHasMounted } from '../../lib/use-has-mounted.ts';
import { AccountOfferContext, useSession } from '../../session/session-context.ts';
import { m } from '../../paraglide/messages.js';

// Few pages are opened by the link of an email or by a provider.
const LinkNotices = lazyComponent(() => import('../../features/auth/link-notices.tsx'));
const AccountQuestion = lazyComponent(() => import('../../features/auth/account-question.tsx'));

/** Parts of an address that only such a link leaves. The notices read the details. */
const LINK_TRACE = /[?#&](link|code|error|error_code|error_description)=/;

/** Loads the notices about a link or a provider that led to this page. */
export function LazyLinkNotices() {
  const { search, hash } = useLocation();
  const hasMounted = useHasMounted();
  if (!hasMounted || !LINK_TRACE.test(search + hash)) return null;
  return (
    <ChunkBoundary
      fallback={
        <p role="alert" className="page-container pt-6">
          {m.app_if_you_followed_link_and_arent_logged()}
        </p>
      }
    >
      <LinkNotices />
    </ChunkBoundary>
  );
}

/** Loads the question about a link to another account. If it does not load, nothing changes. */
export function LazyAccountQuestion() {
  const offer = use(AccountOfferContext);
  const { user } = useSession();
  if (offer === null || user === null) return null;
  const present = [user.email, user.phone].find(Boolean) ?? m.app_this_account();
  return (
    <ChunkBoundary fallback={null}>
      <AccountQuestion offer={offer} present={present} />
    </ChunkBoundary>
  );
}
