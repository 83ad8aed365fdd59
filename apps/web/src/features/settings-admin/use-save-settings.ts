import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/ui/toast-store.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import {
  saveSettings,
  settingsQuery,
  type BackOfficeSettings,
  type SettingsChange,
} from './api.ts';

interface SaveSettings {
  /** Resolves to whether the change was saved. An error is shown as a toast. */
  save: (change: SettingsChange) => Promise<boolean>;
  isSaving: boolean;
}

export function useSaveSettings(adminId: string, settings: BackOfficeSettings): SaveSettings {
  const reload = useReloadSettings(adminId);
  const showError = useChangeErrorToast();
  const saving = useMutation({
    mutationFn: (change: SettingsChange) => saveSettings(adminId, settings, change),
  });

  async function save(change: SettingsChange): Promise<boolean> {
    if (saving.isPending) return false;
    let isSaved = true;
    try {
      await saving.mutateAsync(change);
      toast({ title: m.settings_saved() });
    } catch (error) {
      isSaved = false;
      showError(m.common_update_failed(), error);
    }
    await reload();
    return isSaved;
  }
  return { save, isSaving: saving.isPending };
}

export function useReloadSettings(adminId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: settingsQuery(adminId).queryKey });
}
