import type { GoTrueClient } from '@supabase/auth-js';
import { toast } from '../components/ui/toast-store.ts';
import { isUnreachable } from '../lib/backend-error.ts';
import { errorMessage } from '../lib/error-message.ts';
import type { SessionLink } from '../lib/session-link.ts';
import { m } from '../paraglide/messages.js';

/** An account that a link would sign in instead of the current one. */
export interface AccountOffer {
  /** The other account's email address or phone number. */
  account: string;
  /** Signs in to the other account. Throws the backend's error and then changes nothing. */
  accept: () => Promise<void>;
  /** Dismisses the link. */
  decline: () => void;
}

interface LinkReactions {
  onOffer: (offer: AccountOffer | null) => void;
  onRecovery: () => void;
}

/**
 * Handles a link that was opened while a user was signed in. It accepts a link of the same user, and
 * offers a link of another user. An invalid link shows a toast and changes nothing.
 */
export async function compareSessionLink(
  auth: GoTrueClient,
  link: SessionLink,
  { onOffer, onRecovery }: LinkReactions,
): Promise<void> {
  async function accept() {
    await link.accept();
    onOffer(null);
    if (link.isRecovery) onRecovery();
  }

  try {
    const owner = await link.findOwner();
    const { data } = await auth.getSession();
    // If this browser has no session now, the stored session was no longer valid.
    if (data.session === null || data.session.user.id === owner.id) {
      await accept();
      return;
    }
    const account =
      [owner.email, owner.phone].find(Boolean) ?? m.session_account_with_no_email_address();
    onOffer({ account, accept, decline: () => onOffer(null) });
  } catch (error) {
    toast({
      title: m.common_this_link_didnt_work(),
      description: isUnreachable(error)
        ? errorMessage(error)
        : m.session_it_has_expired_or_has_already_been(),
      variant: 'destructive',
    });
  }
}
