import { Dialog } from '../components/ui/dialog.tsx';
import { EditProfileForm, type EditProfileFormProps } from './edit-profile-form.tsx';

export interface EditProfileDialogProps extends Omit<EditProfileFormProps, 'onClose'> {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Changes some columns of one's own profile: the person's, or the company's. */
export function EditProfileDialog({
  title,
  isOpen,
  onOpenChange,
  ...form
}: EditProfileDialogProps) {
  return (
    <Dialog
      title={title}
      description="All fields are optional."
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
      className="sm:max-w-xl"
    >
      <EditProfileForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
