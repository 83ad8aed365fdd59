import { useEffect } from 'react';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useSession } from '../../session/session-context.ts';
import { linkProblemOf, linkPurposeOf, type LinkProblem } from './email-link.ts';
import { LinkNotice, LinkNoticeAction, useLinkAddress } from './link-notice.tsx';
import { EMAIL_CONFIRMED } from './log-in-toasts.ts';

const texts: Record<LinkProblem, { title: string; description: string }> = {
  expired: {
    title: 'This link has expired or has already been used.',
    description: 'Links work only once and expire after a while. We can send you a new one.',
  },
  refused: {
    title: "This link didn't work.",
    description: 'It may be incomplete. We can send you a new one.',
  },
  'other-browser': {
    title: 'This link was requested in a different browser, or has already been used.',
    description: 'To continue here, we can send you a code instead.',
  },
};

/** Links that complete the log-in. */
const COMPLETE_LOG_INS = ['signup', 'google'];

/**
 * Reports above the page the problem of an email link and offers a new one. Shows a toast after a
 * link that confirmed an address.
 */
export function EmailLinkNotice() {
  const { user } = useSession();
  const { openEmailCode, openLogIn, reportLogIn } = useAuthDialogs();
  const { query, hash, clearAddress } = useLinkAddress();
  const linkProblem = linkProblemOf(query, hash);
  const problem = linkProblem === 'other-browser' && user !== null ? null : linkProblem;
  const isSignUp = linkPurposeOf(query) === 'signup';
  const isOtherBrowser = problem === 'other-browser';
  const isLeftOver = problem === null && user !== null && query.has('link');

  // A used link has already confirmed the address. Only a recovery code helps then.
  const purpose = isSignUp && !isOtherBrowser ? 'signup' : 'recovery';

  useEffect(() => {
    if (isLeftOver) clearAddress();
  });

  // The log-in by a recovery link is complete once the new password is set.
  const hasLoggedIn = isLeftOver && COMPLETE_LOG_INS.includes(query.get('link') ?? '');
  useEffect(() => {
    if (!hasLoggedIn) return;
    reportLogIn();
    if (isSignUp) toast(EMAIL_CONFIRMED);
  }, [hasLoggedIn, isSignUp, reportLogIn]);

  if (problem === null) return null;
  const { title, description } = texts[problem];
  return (
    <LinkNotice
      title={title}
      description={
        <>
          {description}
          {isSignUp && " If you've already used it, your email is confirmed and you can log in."}
        </>
      }
      onDismiss={clearAddress}
    >
      <LinkNoticeAction
        onClick={() => {
          clearAddress();
          openEmailCode(purpose);
        }}
      >
        {isOtherBrowser ? 'Send me a code' : 'Send a new link'}
      </LinkNoticeAction>
      {isSignUp && user === null && (
        <LinkNoticeAction
          onClick={() => {
            clearAddress();
            openLogIn();
          }}
        >
          Log In
        </LinkNoticeAction>
      )}
    </LinkNotice>
  );
}
