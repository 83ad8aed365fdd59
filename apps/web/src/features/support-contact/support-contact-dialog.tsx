import { Dialog } from '../../components/ui/dialog.tsx';
import type { StoredSupportContact } from './api.ts';
import { SupportContactForm } from './support-contact-form.tsx';

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
      title="Support contact"
      description="Anyone can see what you enter here. Empty fields aren't shown."
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
    >
      <SupportContactForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
