/** The paths of the thirteen pages that have only a name so far. */
export const PLACEHOLDER_PATHS = [
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
] as const;

export type PlaceholderPath = (typeof PLACEHOLDER_PATHS)[number];
