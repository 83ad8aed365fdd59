import { EmailLinkNotice } from './email-link-notice.tsx';
import { ProviderNotice } from './provider-notice.tsx';
import { ResetPasswordLink } from './reset-password-link.tsx';

/** What is said above the page about the way that led here. */
export default function LinkNotices() {
  return (
    <>
      <EmailLinkNotice />
      <ProviderNotice />
      <ResetPasswordLink />
    </>
  );
}
