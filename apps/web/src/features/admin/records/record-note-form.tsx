import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../../components/ui/card.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../../components/ui/form.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { useFormRules } from '../../../components/ui/use-form-rules.ts';
import { administratorsQuery } from '../../../lib/administrators.ts';
import { useStoredNote } from '../../../lib/stored-note.ts';
import { m } from '../../../paraglide/messages.js';
import { NOTE_MAX_LENGTH } from './limits.ts';
import { findMentions } from './mentions.ts';
import type { NoteValues } from './record-note.schema.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

const loadSchema = () => import('./record-note.schema.ts').then(({ noteSchema }) => noteSchema);

interface RecordNoteFormProps {
  adminId: string;
  id: string;
}

/** Writes an internal note. A note that is not sent yet is stored in this browser and survives leaving the page. */
export function RecordNoteForm({ adminId, id }: RecordNoteFormProps) {
  const administrators = useQuery(administratorsQuery(adminId));
  const { act, acting } = useRecordActions(adminId, id);
  const stored = useStoredNote(adminId, id);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<NoteValues>({ resolver, defaultValues: { body: stored.read() } });

  // Moves the focus at once, because the next key is already part of the note.
  useShortcuts({ n: () => textarea.current?.focus() });

  async function submit({ body }: NoteValues) {
    const mentions = findMentions(body, administrators.data ?? []);
    if (await act({ type: 'note', body, mentions })) {
      stored.write('');
      form.reset({ body: '' });
    }
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.record_note_title()}</CardTitle>
      </CardHeader>
      <CardContent>
        <Form {...form}>
          <form
            noValidate
            aria-label={m.record_note_title()}
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
                      ref={(element) => {
                        field.ref(element);
                        textarea.current = element;
                      }}
                      onChange={(event) => {
                        field.onChange(event);
                        stored.write(event.target.value);
                      }}
                    />
                  </FormControl>
                  <FormDescription>{m.record_note_hint()}</FormDescription>
                  <FormMessage />
                </FormItem>
              )}
            />
            <Button type="submit" variant="outline" busy={acting === 'note'} className="self-start">
              {acting === 'note' ? m.common_saving() : m.record_add_note()}
            </Button>
          </form>
        </Form>
      </CardContent>
    </Card>
  );
}
