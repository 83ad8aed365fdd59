import { useLocation } from 'react-router';
import { useHasMounted } from '../../lib/use-has-mounted.ts';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';

// Few pages are opened by a link of a mail, or by a provider.
const LinkNotices = lazyComponent(() => import('../../features/auth/link-notices.tsx'));

/** What only such a way leaves in an address; the notices themselves look closer. */
const LINK_TRACE = /[?#&](link|code|error|error_code|error_description)=/;

/** Where the link or the provider that led here is spoken of. */
export function LazyLinkNotices() {
  const { search, hash } = useLocation();
  const hasMounted = useHasMounted();
  if (!hasMounted || !LINK_TRACE.test(search + hash)) return null;
  return (
    <ChunkBoundary
      fallback={
        <p role="alert" className="page-container pt-6">
          If you followed a link and aren&apos;t logged in, log in here or request a new link.
        </p>
      }
    >
      <LinkNotices />
    </ChunkBoundary>
  );
}
