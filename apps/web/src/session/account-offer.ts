import type { GoTrueClient } from '@supabase/auth-js';
import { toast } from '../components/ui/toast-store.ts';
import { isUnreachable } from '../lib/backend-error.ts';
import { errorMessage } from '../lib/error-message.ts';
import type { SessionLink } from '../lib/session-link.ts';

/** Another account than the one that is signed in, which a link would sign in. */
export interface AccountOffer {
  /** The other account's e-mail address or phone number. */
  account: string;
  /** Signs in to the other account. Throws the backend's error and changes nothing then. */
  accept: () => Promise<void>;
  /** Forgets the link. */
  decline: () => void;
}

interface LinkReactions {
  onOffer: (offer: AccountOffer | null) => void;
  onRecovery: () => void;
}

/**
 * Decides about a link that was opened while somebody was signed in: for the same person it is taken
 * up, for anybody else it becomes an offer. One that is no good is told and changes nothing.
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
    // Nobody: what was stored turned out to be no session any more.
    if (data.session === null || data.session.user.id === owner.id) {
      await accept();
      return;
    }
    const account = [owner.email, owner.phone].find(Boolean) ?? 'an account with no email address';
    onOffer({ account, accept, decline: () => onOffer(null) });
  } catch (error) {
    toast({
      title: "This link didn't work.",
      description: isUnreachable(error)
        ? errorMessage(error)
        : "It has expired or has already been used. You're still logged in as before.",
      variant: 'destructive',
    });
  }
}
