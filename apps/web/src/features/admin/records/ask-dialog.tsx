import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../../components/ui/form.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { NativeSelect } from '../../../components/ui/native-select.tsx';
import { Textarea } from '../../../components/ui/textarea.tsx';
import { toastFailure } from '../../../components/ui/toast-store.ts';
import { useFormRules } from '../../../components/ui/use-form-rules.ts';
import { m } from '../../../paraglide/messages.js';
import type { AskValues } from './ask.schema.ts';
import { QUESTION_MAX_LENGTH } from './limits.ts';
import { fillReason, reasonsQuery } from './record-api.ts';

const loadSchema = () => import('./ask.schema.ts').then(({ askSchema }) => askSchema);

interface AskDialogProps {
  adminId: string;
  recordId: string;
  isOpen: boolean;
  isSending: boolean;
  onClose: () => void;
  onAsk: (question: string) => void;
}

/** Asks the customer for something that is missing. The mail links to the form with what was entered before. */
export default function AskDialog({ isOpen, onClose, ...form }: AskDialogProps) {
  return (
    <Dialog
      title={m.again_ask_title()}
      description={m.again_ask_description()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <AskForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function AskForm({ adminId, recordId, isSending, onClose, onAsk }: Omit<AskDialogProps, 'isOpen'>) {
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<AskValues>({ resolver, defaultValues: { question: '' } });
  const { data: all = [] } = useQuery(reasonsQuery(adminId));
  const templates = all.filter(({ decision }) => decision === 'needs_action');

  async function fill(templateId: string) {
    if (templateId === '') return;
    try {
      const question = await fillReason(templateId, recordId);
      form.setValue('question', question, { shouldValidate: form.formState.isSubmitted });
      form.setFocus('question');
    } catch (error) {
      toastFailure(m.common_error_fetching_data(), error);
    }
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.again_ask_title()}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(({ question }) => onAsk(question)));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          {templates.length > 0 && (
            <div className="flex flex-col gap-1.5">
              <Label htmlFor="ask-template">{m.again_ask_template()}</Label>
              <NativeSelect
                id="ask-template"
                defaultValue=""
                onChange={({ target }) => void fill(target.value)}
              >
                <option value="">{m.again_ask_own_words()}</option>
                {templates.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            </div>
          )}
          <FormField
            control={form.control}
            name="question"
            render={({ field }) => (
              <FormItem>
                <FormLabel>{m.again_ask_question()}</FormLabel>
                <FormControl>
                  <Textarea rows={5} dir="auto" maxLength={QUESTION_MAX_LENGTH} {...field} />
                </FormControl>
                <FormDescription>{m.again_ask_hint()}</FormDescription>
                <FormMessage />
              </FormItem>
            )}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" busy={isSending}>
            {isSending ? m.common_sending() : m.again_ask_send()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}
