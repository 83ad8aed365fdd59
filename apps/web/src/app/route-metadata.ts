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

export const routeMetadata = {
  '/cards': {
    title: 'Virtual cards',
    description: 'Order a BeaconPay virtual card in minutes, or compare every card we offer.',
  },
  '/payments': {
    title: 'Payments',
    description: 'Send a payment to a person or a business, and see your recent activity.',
  },
  '/wire-transfers': {
    title: 'Wire transfers',
    description: 'Send funds to banks and crypto wallets in over 180 countries, or withdraw them.',
  },
  '/mobile-recharge': {
    title: 'Mobile recharge',
    description: 'Top up talktime, data or bundles with operators in several countries.',
  },
  '/utility-bills': {
    title: 'Utility bills',
    description: 'Pay electricity, water, internet, gas, insurance and rent from one place.',
  },
  '/personal': {
    title: 'Personal dashboard',
    description: 'Your profile, your password and your transactions.',
    isPrivate: true,
  },
  '/business': {
    title: 'Business dashboard',
    description: 'Your company and the tools to run its money.',
    isPrivate: true,
  },
  '/admin/login': {
    title: 'Administrator sign-in',
    description: 'For administrators of BeaconPay.',
    isPrivate: true,
  },
  '/admin/panel': {
    title: 'Admin panel',
    description: 'Users, pending card orders and pending mobile recharges.',
    isPrivate: true,
  },
  '/payment-success': {
    title: 'Payment status',
    description: 'What became of your order or recharge.',
    isPrivate: true,
  },
  '/payment-cancel': {
    title: 'Payment cancelled',
    description: 'Nothing was charged.',
    isPrivate: true,
  },
} satisfies Record<string, RouteMetadata>;
