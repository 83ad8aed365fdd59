import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/ui/toast-store.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { ACTION_TEXTS } from './action-texts.ts';
import { customerKey } from './customer-api.ts';
import { manageAccount, type AccountAction } from './manage-account-api.ts';

interface AccountActions {
  /** Resolves to whether the action was carried out. Shows the result as a toast. */
  act: (action: AccountAction) => Promise<boolean>;
  isActing: boolean;
}

export function useAccountAction(adminId: string, id: string): AccountActions {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const sending = useMutation({
    mutationFn: (action: AccountAction) => manageAccount(adminId, id, action),
  });

  async function act(action: AccountAction): Promise<boolean> {
    if (sending.isPending) return false;
    let isDone = true;
    try {
      await sending.mutateAsync(action);
      const { done, doneDescription } = ACTION_TEXTS[action.type];
      toast({ title: done, description: doneDescription });
    } catch (error) {
      isDone = false;
      showError(m.account_admin_failed(), error);
    }
    // Also after an error, because the account may have changed meanwhile.
    await queries.invalidateQueries({ queryKey: customerKey(adminId, id) });
    return isDone;
  }
  return { act, isActing: sending.isPending };
}
