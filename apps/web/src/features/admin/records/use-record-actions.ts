import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { useChangeErrorToast } from '../../../session/require-session.ts';
import { actOnRecord, recordKey, type RecordAction } from './record-api.ts';
import { recordsKey } from './records-api.ts';

interface RecordActions {
  /** Resolves to whether the action succeeded. An error is shown as a toast. */
  act: (action: RecordAction) => Promise<boolean>;
  /** The action that is being sent. */
  acting: RecordAction['type'] | null;
}

export function useRecordActions(adminId: string, id: string): RecordActions {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const sending = useMutation({
    mutationFn: (action: RecordAction) => actOnRecord(adminId, id, action),
  });

  async function act(action: RecordAction): Promise<boolean> {
    if (sending.isPending) return false;
    let isDone = true;
    try {
      await sending.mutateAsync(action);
    } catch (error) {
      isDone = false;
      showError(m.admin_error_updating_status(), error);
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: recordKey(adminId, id) }),
      queries.invalidateQueries({ queryKey: recordsKey(adminId) }),
    ]);
    return isDone;
  }
  return { act, acting: sending.isPending ? sending.variables.type : null };
}
