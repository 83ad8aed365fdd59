/** Who looks at a page. */
export type Visitor = 'signed out' | 'personal' | 'business' | 'admin';

export interface View {
  readonly path: string;
  readonly visitor: Visitor;
  /** The language of the browser. English without one. */
  readonly locale?: string;
}

const PLACEHOLDERS = [
  '/about',
  '/careers',
  '/press',
  '/blog',
  '/support',
  '/contact',
  '/faq',
  '/security',
  '/privacy',
  '/terms',
  '/cookies',
  '/accessibility',
  '/settings',
];

const SIGNED_OUT = [
  '/cards',
  '/payments',
  '/wire-transfers',
  '/mobile-recharge',
  '/utility-bills',
  '/personal',
  '/business',
  '/admin/login',
  '/payment-success?type=card_order_manual&order_id=00000000-0000-4000-8000-000000000000',
  '/payment-cancel?type=card_order',
  ...PLACEHOLDERS,
];

/** Each visitor's `/` comes first: what other pages add is counted from there. */
export const ALL_VIEWS: readonly View[] = [
  { path: '/', visitor: 'signed out' },
  ...SIGNED_OUT.map((path): View => ({ path, visitor: 'signed out' })),
  { path: '/', visitor: 'personal' },
  { path: '/personal', visitor: 'personal' },
  { path: '/', visitor: 'business' },
  { path: '/business', visitor: 'business' },
  { path: '/', visitor: 'admin' },
  { path: '/admin/panel', visitor: 'admin' },
];

/** A few of each kind, to see that it works. */
export const SOME_VIEWS: readonly View[] = ALL_VIEWS.filter(
  ({ path, visitor }) =>
    visitor === 'personal' || ['/', '/cards', '/mobile-recharge', '/about'].includes(path),
);

/** The home page in each language, for a browser in that language. */
export const LANGUAGE_HOMES: readonly View[] = ['en', 'de', 'fr', 'es', 'hi', 'ar'].map((tag) => ({
  path: tag === 'en' ? '/' : `/${tag}`,
  visitor: 'signed out',
  locale: tag,
}));

export const LIGHTHOUSE_PATHS = ['/', '/de', '/ar', '/cards', '/mobile-recharge'] as const;
