export interface RouteMetadata {
  /** Without the brand, which is added; the home page's stands alone. */
  title: string;
  description: string;
  /** Keeps dashboards, results and unknown paths out of search engines. */
  isPrivate?: boolean;
}

const BRAND = 'BeaconPay';

/** The document's title for a route. */
export function documentTitle({ title }: RouteMetadata): string {
  return title.startsWith(BRAND) ? title : `${title} | ${BRAND}`;
}

export const homeMetadata: RouteMetadata = {
  title: 'BeaconPay: pay and get paid, anywhere',
  description:
    'Virtual cards, transfers, mobile recharge and utility bills in one account, for you and your business.',
};
