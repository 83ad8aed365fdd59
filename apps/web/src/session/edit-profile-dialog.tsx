import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../components/ui/dialog.tsx';
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
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>All fields are optional.</DialogDescription>
        </DialogHeader>
        <EditProfileForm {...form} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
