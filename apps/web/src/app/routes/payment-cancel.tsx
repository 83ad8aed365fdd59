import { PaymentCancel } from '../../features/payment-result/payment-cancel.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Payment cancelled',
  description: 'You have not been charged.',
  isPrivate: true,
};

export function Component() {
  return <PaymentCancel />;
}
