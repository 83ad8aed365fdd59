import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import type { Profile } from '../../session/profile.ts';
import { EditCompanyForm } from './edit-company-form.tsx';

interface EditCompanyDialogProps {
  profile: Profile;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function EditCompanyDialog({ profile, isOpen, onOpenChange }: EditCompanyDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Edit Company</DialogTitle>
          <DialogDescription>All fields are optional.</DialogDescription>
        </DialogHeader>
        <EditCompanyForm profile={profile} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
