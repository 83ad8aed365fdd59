import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { useLinkAddress } from './use-link-address.ts';

/** Opens what the link of a security email leads to: a new password, forgotten or not. */
export function ResetPasswordLink() {
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
