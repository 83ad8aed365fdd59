import { useLocation } from 'react-router';
import { PlaceholderPage } from '../../features/placeholder/placeholder-page.tsx';
import { placeholderPages } from '../../features/placeholder/placeholder-pages.ts';

export function Component() {
  const { pathname } = useLocation();
  const page = placeholderPages.find(({ path }) => path === pathname.replace(/\/$/, ''));
  return <PlaceholderPage name={page?.name ?? 'requested'} />;
}
