import { m } from '../paraglide/messages.js';

export interface RouteMetadata {
  /** Without the brand, which is appended. The title of the home page is complete. */
  title: string;
  description: string;
  /** Keeps dashboards, result pages and unknown paths out of search engines. */
  isPrivate?: boolean;
}

const BRAND = 'BeaconPay';

/** The title of the document for a route. */
export function documentTitle({ title }: RouteMetadata): string {
  return title.startsWith(BRAND) ? title : `${title} | ${BRAND}`;
}

export const homeMetadata: RouteMetadata = {
  title: m.page_beaconpay_pay_and_get_paid_anywhere(),
  description: m.page_virtual_cards_transfers_mobile_recharge_and(),
};
