import { PaymentSuccess } from '../../features/payment-result/payment-success.tsx';

export function Component() {
  return <PaymentSuccess />;
}
