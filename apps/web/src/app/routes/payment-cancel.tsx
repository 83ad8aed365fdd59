import { PaymentCancel } from '../../features/payment-result/payment-cancel.tsx';

export function Component() {
  return <PaymentCancel />;
}
