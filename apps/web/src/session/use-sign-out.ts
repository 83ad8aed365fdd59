import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '../components/ui/use-toast.ts';
import { errorMessage } from '../lib/error-message.ts';
import { loadSupabase } from '../lib/supabase.ts';
import { useSessionControl } from './session-context.ts';

/** Signs out, says so, and goes home. A failure is shown and leaves everything as it was. */
export function useSignOut(): () => Promise<void> {
  const { setSigningOut } = useSessionControl();
  const { toast } = useToast();
  const navigate = useNavigate();

  return useCallback(async () => {
    setSigningOut(true);
    try {
      const supabase = await loadSupabase();
      const { error } = await supabase.auth.signOut();
      if (error) throw error;
      await navigate('/');
      toast({ title: 'Logged Out Successfully' });
    } catch (error) {
      toast({ title: 'Logout Failed', description: errorMessage(error), variant: 'destructive' });
    } finally {
      setSigningOut(false);
    }
  }, [navigate, setSigningOut, toast]);
}
