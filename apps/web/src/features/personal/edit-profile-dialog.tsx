import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import type { Profile } from '../../session/profile.ts';
import { EditProfileForm } from './edit-profile-form.tsx';

interface EditProfileDialogProps {
  profile: Profile;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function EditProfileDialog({ profile, isOpen, onOpenChange }: EditProfileDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Edit Profile</DialogTitle>
          <DialogDescription>All fields are optional.</DialogDescription>
        </DialogHeader>
        <EditProfileForm profile={profile} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
