import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { providerProblemOf, type ProviderProblem } from './email-link.ts';
import { LinkNotice, LinkNoticeAction, useLinkAddress } from './link-notice.tsx';

const texts: Record<ProviderProblem, string> = {
  cancelled: 'You can try again, or use your email and password.',
  'unverified-email':
    'Your Google account has no verified email address. Verify it there first, or use your email and password.',
  'other-account':
    'You already have an account with this email address. Log in with your password.',
  failed: "Google couldn't be reached or took too long to answer. Please try again.",
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
      title="We couldn't log you in with Google."
      description={texts[problem]}
      onDismiss={clearAddress}
    >
      <LinkNoticeAction
        onClick={() => {
          clearAddress();
          openLogIn();
        }}
      >
        Log In
      </LinkNoticeAction>
    </LinkNotice>
  );
}
