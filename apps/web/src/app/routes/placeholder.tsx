import type { ComponentType } from 'react';
import { PlaceholderPage } from '../../features/placeholder/placeholder-page.tsx';
import { PLACEHOLDER_PAGES } from '../../features/placeholder/placeholder-pages.ts';
import type { PlaceholderPath } from '../../features/placeholder/placeholder-paths.ts';

const loadContact = () =>
  import('../../features/support-contact/support-contact-card.tsx').then(
    ({ SupportContactCard }) => SupportContactCard,
  );
const loadSettings = () =>
  Promise.all([
    import('../../features/placeholder/settings-links.tsx'),
    import('../layout/language-setting.tsx'),
  ]).then(([{ SettingsLinks }, { LanguageSetting }]) => () => (
    <>
      <SettingsLinks />
      <LanguageSetting />
    </>
  ));

/** What some of these pages offer below the text that all of them have. */
const OFFERS: Partial<Record<PlaceholderPath, () => Promise<ComponentType>>> = {
  '/support': loadContact,
  '/contact': loadContact,
  '/settings': loadSettings,
};

/** The page for paths without a page of their own. */
export async function placeholderRoute(path: PlaceholderPath) {
  const { name, summary } = PLACEHOLDER_PAGES[path];
  const Offer = await OFFERS[path]?.();
  return {
    Component: () => <PlaceholderPage name={name}>{Offer && <Offer />}</PlaceholderPage>,
    handle: { title: name, description: summary },
  };
}
