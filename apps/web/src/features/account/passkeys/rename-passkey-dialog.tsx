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
      toastFailure('Update Failed', error);
      showFieldError(form.setError, { validation_failed: 'name' }, error);
      return;
    }
    toast({ title: 'Passkey renamed' });
    onRenamed();
    onClose();
  }

  return (
    <Dialog
      title="Rename passkey"
      description="Name it after the device it's stored on, so you'll recognize it."
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
            <TextField control={form.control} name="name" label="Name" autoComplete="off" />
            <Button type="submit" className="w-full" busy={renaming.isPending}>
              {renaming.isPending ? 'Saving…' : 'Save Changes'}
            </Button>
          </form>
        </Form>
      </DialogBody>
    </Dialog>
  );
}
