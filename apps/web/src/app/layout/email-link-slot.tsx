import { lazy } from 'react';
import { useLocation } from 'react-router';
import { useHasMounted } from '../../lib/use-has-mounted.ts';
import { PartBoundary } from '../../components/part-boundary.tsx';

// Few pages are opened by a link of a mail.
const EmailLinkNotice = lazy(() => import('../../features/auth/email-link-notice.tsx'));

/** What only such a link leaves in an address; the notice itself looks closer. */
const LINK_TRACE = /[?#&](link|code|error_code|error_description)=/;

/** Where the link that led here is spoken of. */
export function EmailLinkSlot() {
  const { search, hash } = useLocation();
  const hasMounted = useHasMounted();
  if (!hasMounted || !LINK_TRACE.test(search + hash)) return null;
  return (
    <PartBoundary
      fallback={
        <p role="alert" className="page-container pt-6">
          If a link led you here that did not sign you in, log in or ask for a new one.
        </p>
      }
    >
      <EmailLinkNotice />
    </PartBoundary>
  );
}
