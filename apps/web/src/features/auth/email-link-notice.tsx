import { useEffect } from 'react';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useSession } from '../../session/session-context.ts';
import { linkProblemOf, linkPurposeOf, type LinkProblem } from './email-link.ts';
import { LinkNotice, LinkNoticeAction, useLinkAddress } from './link-notice.tsx';
import { EMAIL_CONFIRMED } from './log-in-toasts.ts';
import { m } from '../../paraglide/messages.js';

const texts: Record<LinkProblem, { title: string; description: string }> = {
  expired: {
    title: m.auth_this_link_has_expired_or_has_already(),
    description: m.auth_links_work_only_once_and_expire_after(),
  },
  refused: {
    title: m.common_this_link_didnt_work(),
    description: m.auth_it_may_be_incomplete_we_can_send(),
  },
  'other-browser': {
    title: m.auth_this_link_was_requested_in_different_browser(),
    description: m.auth_to_continue_here_we_can_send_you(),
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
          {isSignUp && ' ' + m.auth_if_youve_already_used_it_your_email()}
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
        {isOtherBrowser ? m.auth_send_me_a_code() : m.auth_send_a_new_link()}
      </LinkNoticeAction>
      {isSignUp && user === null && (
        <LinkNoticeAction
          onClick={() => {
            clearAddress();
            openLogIn();
          }}
        >
          {m.common_log_in()}
        </LinkNoticeAction>
      )}
    </LinkNotice>
  );
}
