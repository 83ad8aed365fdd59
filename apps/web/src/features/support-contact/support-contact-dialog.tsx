import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { SUPPORT_CONTACT_KEY, type StoredSupportContact } from './api.ts';
import { saveSupportContact } from './save-api.ts';
import type { SupportContact, SupportContactValues } from './support-contact.schema.ts';
import { m } from '../../paraglide/messages.js';

const loadSchema = () =>
  import('./support-contact.schema.ts').then(({ supportContactSchema }) => supportContactSchema);

interface SupportContactDialogProps {
  adminId: string;
  contact: StoredSupportContact;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export default function SupportContactDialog({
  isOpen,
  onOpenChange,
  ...form
}: SupportContactDialogProps) {
  return (
    <Dialog
      title={m.support_contact_support_contact()}
      description={m.support_contact_anyone_can_see_what_you_enter_here()}
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
    >
      <SupportContactForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface SupportContactFormProps {
  adminId: string;
  contact: StoredSupportContact;
  onClose: () => void;
}

/** The form keeps its values after an error. */
function SupportContactForm({ adminId, contact, onClose }: SupportContactFormProps) {
  const showError = useChangeErrorToast();
  const queryClient = useQueryClient();
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<SupportContactValues, unknown, SupportContact>({
    resolver,
    defaultValues: {
      email: contact.email ?? '',
      phone: contact.phone ?? '',
      url: contact.url ?? '',
    },
  });
  const saving = useMutation({
    mutationFn: (changed: SupportContact) => saveSupportContact(adminId, contact, changed),
  });

  async function submit(changed: SupportContact) {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(changed);
      onClose();
      toast({
        title: m.support_contact_support_contact_saved(),
        description: m.support_contact_its_now_on_support_page(),
      });
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
    await queryClient.invalidateQueries({ queryKey: SUPPORT_CONTACT_KEY });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.support_contact_support_contact()}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          <TextField
            control={form.control}
            name="email"
            label={m.common_email()}
            optional
            type="email"
            autoComplete="off"
            maxLength={254}
            checksWhenLeft
          />
          <TextField
            control={form.control}
            name="phone"
            label={m.common_phone()}
            optional
            type="tel"
            autoComplete="off"
            maxLength={40}
            checksWhenLeft
            placeholder="+1 555 010 0199"
          />
          <TextField
            control={form.control}
            name="url"
            label={m.support_contact_help_page()}
            optional
            inputMode="url"
            autoComplete="off"
            maxLength={300}
            checksWhenLeft
            hint={m.support_contact_page_where_people_can_ask_for_help()}
          />
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
