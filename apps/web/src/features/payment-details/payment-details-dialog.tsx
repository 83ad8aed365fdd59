import { Dialog } from '../../components/ui/dialog.tsx';
import type { PaymentMethodSetting } from '../../payment/payment-methods.ts';
import { PaymentDetailsForm } from './payment-details-form.tsx';
import type { PaymentMethod } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

interface PaymentDetailsDialogProps {
  adminId: string;
  method: PaymentMethod;
  setting: PaymentMethodSetting;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Changes how customers pay with one method, with a preview. */
export default function PaymentDetailsDialog({
  isOpen,
  onOpenChange,
  ...form
}: PaymentDetailsDialogProps) {
  return (
    <Dialog
      title={form.method.label}
      description={m.payment_details_anyone_can_see_what_you_enter_here()}
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
      className="sm:max-w-2xl"
    >
      <PaymentDetailsForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
