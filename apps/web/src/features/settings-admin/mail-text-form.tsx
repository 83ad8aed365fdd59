import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { BODY_MAX_LENGTH, SUBJECT_MAX_LENGTH } from './limits.ts';
import type { MailTextValues } from './mail-text.schema.ts';
import {
  mailTextQuery,
  previewMail,
  resetMailText,
  saveMailText,
  type MailChoice,
  type MailPreview,
  type MailText,
} from './mail-texts-api.ts';
import { listPlaceholders, MAIL_PLACEHOLDERS } from './placeholders.ts';

const loadSchema = () =>
  import('./mail-text.schema.ts').then(({ mailTextSchema }) => mailTextSchema);

interface MailTextFormProps {
  adminId: string;
  choice: MailChoice;
  /** Null: the built-in text is used. */
  stored: MailText | null;
  builtIn: MailPreview;
}

/** The text of one mail in one language, with a preview of the whole mail. */
export function MailTextForm({ adminId, choice, stored, builtIn }: MailTextFormProps) {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<MailTextValues>({ resolver, defaultValues: stored ?? builtIn.builtIn });
  const preview = useMutation({ mutationFn: (text: MailText) => previewMail(choice, text) });
  const saving = useMutation({
    mutationFn: (text: MailText | null) =>
      text === null ? resetMailText(adminId, choice) : saveMailText(adminId, choice, text),
  });

  async function show(text: MailText) {
    try {
      await preview.mutateAsync(text);
    } catch (error) {
      showError(m.settings_preview_failed(), error);
    }
  }

  /** Saves the text, or uses the built-in one again for null. */
  async function save(text: MailText | null) {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(text);
      toast({ title: text === null ? m.settings_mail_reset_done() : m.settings_mail_saved() });
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
    await queries.invalidateQueries({ queryKey: mailTextQuery(adminId, choice).queryKey });
  }

  const shown = preview.data ?? (stored === null ? builtIn : null);
  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.settings_mails()}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(save));
        }}
      >
        <p>
          <Badge variant={stored === null ? 'neutral' : 'accent'}>
            {stored === null ? m.settings_mail_built_in() : m.settings_mail_own()}
          </Badge>
        </p>
        <TextField
          control={form.control}
          name="subject"
          label={m.settings_mail_subject()}
          maxLength={SUBJECT_MAX_LENGTH}
          autoComplete="off"
          lang={choice.locale}
          dir="auto"
        />
        <FormField
          control={form.control}
          name="body"
          render={({ field }) => (
            <FormItem>
              <FormLabel>{m.settings_mail_body()}</FormLabel>
              <FormControl>
                <Textarea
                  rows={5}
                  lang={choice.locale}
                  dir="auto"
                  maxLength={BODY_MAX_LENGTH}
                  {...field}
                />
              </FormControl>
              <FormDescription>
                {m.settings_reason_placeholders({ allowed: listPlaceholders(MAIL_PLACEHOLDERS) })}
              </FormDescription>
              <FormMessage />
            </FormItem>
          )}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? m.common_saving() : m.common_save_changes()}
          </Button>
          <Button
            variant="outline"
            busy={preview.isPending}
            onClick={() => void submitByRules(form.handleSubmit(show))}
          >
            {m.settings_preview()}
          </Button>
          {stored !== null && (
            <Button variant="ghost" onClick={() => void save(null)}>
              {m.settings_mail_reset()}
            </Button>
          )}
        </div>
        {shown !== null && <Preview mail={shown} locale={choice.locale} />}
      </form>
    </Form>
  );
}

function Preview({ mail: { subject, text }, locale }: { mail: MailPreview; locale: string }) {
  return (
    <section aria-label={m.settings_preview()} className="rounded-lg border bg-muted">
      <p lang={locale} dir="auto" className="border-b px-4 py-3 font-semibold wrap-anywhere">
        {subject}
      </p>
      <p
        lang={locale}
        dir="auto"
        className="px-4 py-3 text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-line"
      >
        {text}
      </p>
    </section>
  );
}
