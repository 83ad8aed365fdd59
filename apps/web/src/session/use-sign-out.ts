import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { toast, toastFailure } from '../components/ui/toast-store.ts';
import { loadSupabase } from '../lib/supabase.ts';
import { useSessionControl } from './session-context.ts';
import { m } from '../paraglide/messages.js';

/** Signs out, navigates to the home page and shows a toast. An error shows a toast and changes nothing. */
export function useSignOut(): () => Promise<void> {
  const { setSigningOut } = useSessionControl();
  const navigate = useNavigate();

  return useCallback(async () => {
    setSigningOut(true);
    try {
      const supabase = await loadSupabase();
      const { error } = await supabase.auth.signOut();
      if (error) throw error;
      await navigate('/');
      toast({ title: m.session_logged_out_successfully() });
    } catch (error) {
      toastFailure(m.common_logout_failed(), error);
    } finally {
      setSigningOut(false);
    }
  }, [navigate, setSigningOut]);
}
