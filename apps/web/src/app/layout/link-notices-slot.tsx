import { useLocation } from 'react-router';
import { useHasMounted } from '../../lib/use-has-mounted.ts';
import { lazyPart } from '../../components/lazy-part.ts';
import { PartBoundary } from '../../components/part-boundary.tsx';

// Few pages are opened by a link of a mail, or by a provider.
const LinkNotices = lazyPart(() => import('../../features/auth/link-notices.tsx'));

/** What only such a way leaves in an address; the notices themselves look closer. */
const LINK_TRACE = /[?#&](link|code|error|error_code|error_description)=/;

/** Where the link or the provider that led here is spoken of. */
export function LinkNoticesSlot() {
  const { search, hash } = useLocation();
  const hasMounted = useHasMounted();
  if (!hasMounted || !LINK_TRACE.test(search + hash)) return null;
  return (
    <PartBoundary
      fallback={
        <p role="alert" className="page-container pt-6">
          If you followed a link and aren&apos;t logged in, log in here or request a new link.
        </p>
      }
    >
      <LinkNotices />
    </PartBoundary>
  );
}
