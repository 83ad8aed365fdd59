import { PaymentSuccess } from '../../features/payment-result/payment-success.tsx';
import { WithQueries } from '../with-queries.tsx';

export function Component() {
  return (
    <WithQueries>
      <PaymentSuccess />
    </WithQueries>
  );
}
