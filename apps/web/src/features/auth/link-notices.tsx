import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { EmailLinkNotice } from './email-link-notice.tsx';
import { useLinkAddress } from './link-notice.tsx';
import { ProviderNotice } from './provider-notice.tsx';

/** Notices above the page about the link or the provider that led to it. */
export default function LinkNotices() {
  return (
    <>
      <EmailLinkNotice />
      <ProviderNotice />
      <ResetPasswordLink />
    </>
  );
}

/** Handles the link of a security email: it opens the page or the dialog for a new password. */
function ResetPasswordLink() {
  const { user } = useSession();
  const { openEmailCode } = useAuthDialogs();
  const { query, clearAddress } = useLinkAddress();
  const navigate = useNavigate();
  const isAsked = query.get('link') === 'reset-password';

  useEffect(() => {
    if (!isAsked) return;
    if (user !== null) {
      void navigate('/personal?tab=password', { replace: true });
      return;
    }
    clearAddress();
    openEmailCode('recovery');
  });

  return null;
}
