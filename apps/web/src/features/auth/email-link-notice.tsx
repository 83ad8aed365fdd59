import { useEffect } from 'react';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useSession } from '../../session/session-context.ts';
import { linkProblemOf, linkPurposeOf, type LinkProblem } from './email-link.ts';
import { EMAIL_CONFIRMED } from './email-confirmed.ts';
import { LinkNotice, LinkNoticeAction } from './link-notice.tsx';
import { useLinkAddress } from './use-link-address.ts';

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

/** Links after which nothing is left to do. */
const COMPLETE_LOG_INS = ['signup', 'google'];

/**
 * Says above the page what is wrong with the link of a mail that led here, and offers a new one; of
 * one that confirmed an address it tells that.
 */
export function EmailLinkNotice() {
  const { user } = useSession();
  const { openEmailCode, openLogIn, reportLogIn } = useAuthDialogs();
  const { query, hash, clearAddress } = useLinkAddress();
  const told = linkProblemOf(query, hash);
  const problem = told === 'other-browser' && user !== null ? null : told;
  const isSignUp = linkPurposeOf(query) === 'signup';
  const isOtherBrowser = problem === 'other-browser';
  const isLeftOver = problem === null && user !== null && query.has('link');
  const hasConfirmed = isLeftOver && isSignUp;

  // A used link has done its work: only a code for a new password helps on from there.
  const purpose = isSignUp && !isOtherBrowser ? 'signup' : 'recovery';

  useEffect(() => {
    if (isLeftOver) clearAddress();
  });

  // The log-in by a recovery link is complete once the new password is set.
  const hasLoggedIn = isLeftOver && COMPLETE_LOG_INS.includes(query.get('link') ?? '');
  useEffect(() => {
    if (hasLoggedIn) reportLogIn();
  }, [hasLoggedIn, reportLogIn]);

  useEffect(() => {
    if (hasConfirmed) toast(EMAIL_CONFIRMED);
  }, [hasConfirmed]);

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
