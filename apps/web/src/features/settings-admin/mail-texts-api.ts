import { queryOptions } from '@tanstack/react-query';
import { readFunctionError } from '../../lib/backend-error.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { m } from '../../paraglide/messages.js';
import { settingsKey } from './api.ts';

export interface MailText {
  subject: string;
  /** A paragraph per line. */
  body: string;
}

export interface MailPreview {
  subject: string;
  /** The whole mail as plain text, with sample values. */
  text: string;
  builtIn: MailText;
}

/** Which mail, in which language. */
export interface MailChoice {
  kind: string;
  locale: string;
}

/** The operator's own text. Null for the built-in one. */
export function mailTextQuery(adminId: string, { kind, locale }: MailChoice) {
  return queryOptions({
    meta: { errorTitle: m.common_error_fetching_data() },
    staleTime: 0,
    queryKey: [...settingsKey(adminId), 'mail-text', kind, locale],
    queryFn: async (): Promise<MailText | null> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('mail_texts')
        .select('subject, body')
        .eq('kind', kind)
        .eq('locale', locale)
        .maybeSingle();
      if (error) throw error;
      return data;
    },
  });
}

/** The built-in text is a preview without a text. */
export function builtInTextQuery(choice: MailChoice) {
  return queryOptions({
    meta: { errorTitle: m.common_error_fetching_data() },
    queryKey: ['built-in-mail', choice.kind, choice.locale],
    queryFn: () => previewMail(choice, { subject: '', body: '' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function previewMail(choice: MailChoice, text: MailText): Promise<MailPreview> {
  const supabase = await loadSupabase();
  const result: {
    data: { subject: string; text: string; built_in: MailText } | null;
    error: unknown;
  } = await supabase.functions.invoke('preview-mail', { body: { ...choice, ...text } });
  if (result.data !== null) {
    const { built_in: builtIn, ...mail } = result.data;
    return { ...mail, builtIn };
  }
  const { message } = await readFunctionError(result.error);
  throw new Error(message, { cause: result.error });
}

/** Throws SignedOutError or the backend's error. */
export async function saveMailText(
  adminId: string,
  choice: MailChoice,
  text: MailText,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase
    .from('mail_texts')
    .upsert({ ...choice, ...text }, { onConflict: 'kind,locale' });
  if (error) throw error;
}

/** The built-in text is used again. Throws SignedOutError or the backend's error. */
export async function resetMailText(adminId: string, choice: MailChoice): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase
    .from('mail_texts')
    .delete()
    .eq('kind', choice.kind)
    .eq('locale', choice.locale);
  if (error) throw error;
}
