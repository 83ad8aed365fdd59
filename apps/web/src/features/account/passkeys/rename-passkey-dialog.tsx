import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { showFieldError } from '../../../components/fields/field-error.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { toast, toastFailure } from '../../../components/ui/toast-store.ts';
import { renamePasskey, type Passkey } from './api.ts';
import { passkeyNameSchema, type PasskeyNameValues } from './passkey-name.schema.ts';
import { m } from '../../../paraglide/messages.js';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onRenamed: () => void;
  onClose: () => void;
}

export default function RenamePasskeyDialog({
  passkey,
  onRenamed,
  onClose,
}: RenamePasskeyDialogProps) {
  const renaming = useMutation({ mutationFn: renamePasskey });
  const form = useForm<PasskeyNameValues>({
    resolver: zodResolver(passkeyNameSchema),
    defaultValues: { name: passkey.name },
  });

  async function submit({ name }: PasskeyNameValues) {
    try {
      await renaming.mutateAsync({ passkeyId: passkey.id, name });
    } catch (error) {
      toastFailure(m.common_update_failed(), error);
      showFieldError(form.setError, { validation_failed: 'name' }, error);
      return;
    }
    toast({ title: m.account_passkey_renamed() });
    onRenamed();
    onClose();
  }

  return (
    <Dialog
      title={m.account_rename_passkey()}
      description={m.account_name_it_after_device_its_stored_on()}
      onClose={onClose}
      className="sm:max-w-md"
    >
      <DialogBody>
        <Form {...form}>
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => void form.handleSubmit(submit)(event)}
          >
            <TextField
              control={form.control}
              name="name"
              label={m.common_name()}
              autoComplete="off"
            />
            <Button type="submit" className="w-full" busy={renaming.isPending}>
              {renaming.isPending ? m.common_saving() : m.common_save_changes()}
            </Button>
          </form>
        </Form>
      </DialogBody>
    </Dialog>
  );
}
