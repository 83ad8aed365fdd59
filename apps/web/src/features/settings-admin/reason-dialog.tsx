import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { REASON_NAME_MAX_LENGTH, REASON_TEXT_MAX_LENGTH } from './limits.ts';
import { fillTemplate, listPlaceholders, REASON_PLACEHOLDERS } from './placeholders.ts';
import { REASON_USES, SAMPLE_VALUES } from './reason-labels.ts';
import type { ReasonValues } from './reason.schema.ts';
import { saveReason, type ReasonDraft } from './reasons-api.ts';

const loadSchema = () => import('./reason.schema.ts').then(({ reasonSchema }) => reasonSchema);

type Language = keyof ReasonValues['texts'];
const LANGUAGE_TAGS = LANGUAGES.map(({ tag, name }) => ({ tag: tag as Language, name }));

interface ReasonDialogProps {
  adminId: string;
  reason: ReasonDraft;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes or adds a reason. One language is shown at a time, with a preview. */
export default function ReasonDialog({ isOpen, onClose, ...form }: ReasonDialogProps) {
  return (
    <Dialog
      title={form.reason.id === undefined ? m.settings_reason_add() : m.settings_reason_edit()}
      description={m.settings_reason_placeholders({
        allowed: listPlaceholders(REASON_PLACEHOLDERS),
      })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <ReasonForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function valuesOf({ decision, name, isActive, texts }: ReasonDraft): ReasonValues {
  const text = (language: Language) => texts[language] ?? '';
  return {
    decision,
    name,
    isActive,
    texts: {
      en: text('en'),
      de: text('de'),
      fr: text('fr'),
      es: text('es'),
      hi: text('hi'),
      ar: text('ar'),
    },
  };
}

function ReasonForm({ adminId, reason, onClose, onSaved }: Omit<ReasonDialogProps, 'isOpen'>) {
  const showError = useChangeErrorToast();
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<ReasonValues>({ resolver, defaultValues: valuesOf(reason) });
  const [language, setLanguage] = useState<Language>('en');
  const saving = useMutation({
    mutationFn: ({ texts, ...values }: ReasonValues) =>
      saveReason(adminId, {
        ...reason,
        ...values,
        texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
      }),
  });

  async function submit(values: ReasonValues) {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(values);
      onClose();
      onSaved();
      toast({ title: m.settings_reason_saved() });
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
  }

  /** Shows the language of the first text with an error. */
  function showErrors() {
    const wrong = LANGUAGE_TAGS.find(
      ({ tag }) => form.getFieldState(`texts.${tag}`).error !== undefined,
    );
    if (wrong !== undefined) setLanguage(wrong.tag);
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.settings_reason_edit()}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit, showErrors));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          <TextField
            control={form.control}
            name="name"
            label={m.settings_reason_name()}
            hint={m.settings_reason_name_hint()}
            maxLength={REASON_NAME_MAX_LENGTH}
            autoComplete="off"
          />
          <UseField control={form.control} />
          <div className="flex flex-col gap-1.5">
            <Label htmlFor="reason-language">{m.settings_language()}</Label>
            <NativeSelect
              id="reason-language"
              value={language}
              onChange={({ target }) => setLanguage(target.value as Language)}
            >
              {LANGUAGE_TAGS.map(({ tag, name }) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </div>
          <TextForLanguage key={language} control={form.control} language={language} />
          <ActiveField control={form.control} />
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? m.common_saving() : m.common_save_changes()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}

interface PartProps {
  control: Control<ReasonValues>;
}

function UseField({ control }: PartProps) {
  return (
    <FormField
      control={control}
      name="decision"
      render={({ field }) => (
        <FormItem>
          <FormLabel>{m.settings_reason_use()}</FormLabel>
          <FormControl>
            <NativeSelect {...field}>
              {Object.entries(REASON_USES).map(([use, label]) => (
                <option key={use} value={use}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </FormControl>
        </FormItem>
      )}
    />
  );
}

function TextForLanguage({ control, language }: PartProps & { language: Language }) {
  const text = useWatch({ control, name: `texts.${language}` });
  const shown = fillTemplate(text.trim(), SAMPLE_VALUES);
  return (
    <>
      <FormField
        control={control}
        name={`texts.${language}`}
        render={({ field }) => (
          <FormItem>
            <FormLabel optional={language !== 'en'}>{m.settings_reason_text()}</FormLabel>
            <FormControl>
              <Textarea
                rows={4}
                // The focus after an error scrolls the message below into view, too.
                className="scroll-mb-36"
                lang={language}
                dir="auto"
                maxLength={REASON_TEXT_MAX_LENGTH}
                {...field}
              />
            </FormControl>
            <FormDescription>{m.settings_reason_text_hint()}</FormDescription>
            <FormMessage />
          </FormItem>
        )}
      />
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-semibold">{m.settings_preview()}</p>
        <p
          lang={language}
          dir="auto"
          className="min-h-12 rounded-lg border bg-muted px-4 py-3 wrap-anywhere whitespace-pre-line"
        >
          {shown === '' ? m.settings_preview_empty() : shown}
        </p>
      </div>
    </>
  );
}

function ActiveField({ control }: PartProps) {
  return (
    <FormField
      control={control}
      name="isActive"
      render={({ field: { value, onChange, ...field } }) => (
        <FormItem>
          <div className="flex min-h-11 items-center gap-3">
            <FormControl>
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-primary"
                checked={value}
                onChange={(event) => onChange(event.target.checked)}
                {...field}
              />
            </FormControl>
            <FormLabel>{m.settings_reason_active()}</FormLabel>
          </div>
        </FormItem>
      )}
    />
  );
}
