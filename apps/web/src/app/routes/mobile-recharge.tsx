import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { MobileRecharge } from '../../features/mobile-recharge/mobile-recharge.tsx';
import { fetchSuccessPage } from '../success-page.ts';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.common_mobile_recharge(),
  description: m.page_top_up_talktime_data_or_bundles_with(),
};

export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24" onFocusCapture={fetchSuccessPage}>
      <PageHeader
        title={m.page_top_up_any_phone()}
        description={m.page_talktime_data_or_bundle_choose_operator_enter()}
      />
      <div className="flex flex-col gap-6">
        <Alert>
          <AlertTitle>{m.common_payment_is_manual()}</AlertTitle>
          <AlertDescription>{m.page_you_pay_outside_beaconpay_and_give_us()}</AlertDescription>
        </Alert>
        <MobileRecharge />
      </div>
    </div>
  );
}
