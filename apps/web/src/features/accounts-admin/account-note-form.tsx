import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
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
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { useStoredNote } from '../../lib/stored-note.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import type { AccountNoteValues } from './account-note.schema.ts';
import { NOTE_MAX_LENGTH, notesQuery, writeNote } from './notes-api.ts';

const loadSchema = () =>
  import('./account-note.schema.ts').then(({ accountNoteSchema }) => accountNoteSchema);

/** Adds an internal note about the customer. A note that is not sent yet survives leaving the page. */
export function AccountNoteForm({ adminId, id }: { adminId: string; id: string }) {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const writing = useMutation({ mutationFn: (body: string) => writeNote(adminId, id, body) });
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const stored = useStoredNote(adminId, id);
  const form = useForm<AccountNoteValues>({ resolver, defaultValues: { body: stored.read() } });

  async function submit({ body }: AccountNoteValues) {
    if (writing.isPending) return;
    try {
      await writing.mutateAsync(body);
    } catch (error) {
      showError(m.account_admin_failed(), error);
      return;
    }
    stored.write('');
    form.reset({ body: '' });
    await queries.invalidateQueries({ queryKey: notesQuery(adminId, id).queryKey });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.account_admin_notes()}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        <FormField
          control={form.control}
          name="body"
          render={({ field }) => (
            <FormItem>
              <FormLabel>{m.record_note()}</FormLabel>
              <FormControl>
                <Textarea
                  rows={3}
                  maxLength={NOTE_MAX_LENGTH}
                  {...field}
                  onChange={(event) => {
                    field.onChange(event);
                    stored.write(event.target.value);
                  }}
                />
              </FormControl>
              <FormDescription>{m.account_admin_notes_description()}</FormDescription>
              <FormMessage />
            </FormItem>
          )}
        />
        <Button type="submit" variant="outline" busy={writing.isPending} className="self-start">
          {writing.isPending ? m.common_saving() : m.record_add_note()}
        </Button>
      </form>
    </Form>
  );
}
