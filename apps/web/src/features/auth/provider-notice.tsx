import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { providerProblemOf, type ProviderProblem } from './email-link.ts';
import { LinkNotice, LinkNoticeAction, useLinkAddress } from './link-notice.tsx';
import { m } from '../../paraglide/messages.js';

const texts: Record<ProviderProblem, string> = {
  cancelled: m.auth_you_can_try_again_or_use_your(),
  'unverified-email': m.auth_your_google_account_has_no_verified_email(),
  'other-account': m.auth_you_already_have_account_with_this_email(),
  failed: m.auth_google_couldnt_be_reached_or_took_too(),
};

/** Reports above the page why the sign-in with Google failed. */
export function ProviderNotice() {
  const { user } = useSession();
  const { openLogIn } = useAuthDialogs();
  const { query, hash, clearAddress } = useLinkAddress();
  const problem = user === null ? providerProblemOf(query, hash) : null;
  if (problem === null) return null;

  return (
    <LinkNotice
      title={m.auth_we_couldnt_log_you_in_with_google()}
      description={texts[problem]}
      onDismiss={clearAddress}
    >
      <LinkNoticeAction
        onClick={() => {
          clearAddress();
          openLogIn();
        }}
      >
        {m.common_log_in()}
      </LinkNoticeAction>
    </LinkNotice>
  );
}
