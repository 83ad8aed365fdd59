import type { PaymentMethod } from '@beaconpay/domain';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import type { PaymentMethodSetting } from '../../manual-payment/payment-methods.ts';
import { PaymentDetailsForm } from './payment-details-form.tsx';

interface PaymentDetailsDialogProps {
  adminId: string;
  method: PaymentMethod;
  setting: PaymentMethodSetting;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Changes how customers pay by one method, beside what they will see. */
export function PaymentDetailsDialog({ isOpen, onOpenChange, ...form }: PaymentDetailsDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>{form.method.label}</DialogTitle>
          <DialogDescription>Everybody can read what you enter here.</DialogDescription>
        </DialogHeader>
        <PaymentDetailsForm {...form} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
