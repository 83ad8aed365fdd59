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
  title: 'BeaconPay: pay and get paid, anywhere',
  description:
    'Virtual cards, transfers, mobile recharge and utility bills in one account, for you and your business.',
};
