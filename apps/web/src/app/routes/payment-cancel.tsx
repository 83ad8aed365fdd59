import { PaymentCancel } from '../../features/payment-result/payment-cancel.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_payment_cancelled(),
  description: m.common_you_have_not_been_charged(),
  isPrivate: true,
};

export function Component() {
  return <PaymentCancel />;
}
