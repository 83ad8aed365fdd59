import type { PlaceholderPath } from './placeholder-paths.ts';

interface PlaceholderText {
  /** The page's name as the links say it. */
  name: string;
  summary: string;
}

export const PLACEHOLDER_PAGES: Readonly<Record<PlaceholderPath, PlaceholderText>> = {
  '/about': { name: 'About', summary: 'Who is behind BeaconPay.' },
  '/careers': { name: 'Careers', summary: 'Open positions at BeaconPay.' },
  '/press': { name: 'Press', summary: 'News and material for the press.' },
  '/blog': { name: 'Blog', summary: 'Stories and guides from BeaconPay.' },
  '/support': { name: 'Support', summary: 'Help with your BeaconPay account.' },
  '/contact': { name: 'Contact', summary: 'How to reach BeaconPay.' },
  '/faq': { name: 'FAQ', summary: 'Questions asked often, and their answers.' },
  '/security': { name: 'Security', summary: 'How BeaconPay keeps your money and data safe.' },
  '/privacy': { name: 'Privacy', summary: 'What BeaconPay knows about you, and why.' },
  '/terms': { name: 'Terms', summary: 'The terms of using BeaconPay.' },
  '/cookies': { name: 'Cookies', summary: 'What BeaconPay stores in your browser.' },
  '/accessibility': { name: 'Accessibility', summary: 'How BeaconPay works for everyone.' },
  '/settings': { name: 'Settings', summary: 'Choices about your BeaconPay account.' },
};
