import { PlaceholderPage } from '../../features/placeholder/placeholder-page.tsx';
import { PLACEHOLDER_PAGES } from '../../features/placeholder/placeholder-pages.ts';
import type { PlaceholderPath } from '../../features/placeholder/placeholder-paths.ts';

/** The page at one of the paths that have no page of their own yet. */
export function placeholderRoute(path: PlaceholderPath) {
  const { name, summary } = PLACEHOLDER_PAGES[path];
  return {
    Component: () => <PlaceholderPage name={name} />,
    handle: { title: name, description: summary },
  };
}
