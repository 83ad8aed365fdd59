import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { MobileRecharge } from '../../features/mobile-recharge/mobile-recharge.tsx';
import { fetchSuccessPage } from '../success-page.ts';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Mobile recharge',
  description: 'Top up talktime, data or bundles with operators in several countries.',
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24" onFocusCapture={fetchSuccessPage}>
      <PageHeader
        title="Top up any phone"
        description="Talktime, data or a bundle: choose the operator, enter the number, and pay your way."
      />
      <div className="flex flex-col gap-6">
        <Alert>
          <AlertTitle>Payment is manual</AlertTitle>
          <AlertDescription>
            You pay outside BeaconPay and give us the payment reference. We approve your recharge
            once our team has verified the payment.
          </AlertDescription>
        </Alert>
        <MobileRecharge />
      </div>
    </div>
  );
}
