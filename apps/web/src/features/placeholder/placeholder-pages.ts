import type { PlaceholderPath } from './placeholder-paths.ts';

interface PlaceholderText {
  /** The name of the page, as in its links. */
  name: string;
  summary: string;
}

export const PLACEHOLDER_PAGES: Readonly<Record<PlaceholderPath, PlaceholderText>> = {
  '/about': { name: 'About', summary: 'The people behind BeaconPay.' },
  '/careers': { name: 'Careers', summary: 'Open positions at BeaconPay.' },
  '/press': { name: 'Press', summary: 'News and press resources.' },
  '/blog': { name: 'Blog', summary: 'Stories and guides from BeaconPay.' },
  '/support': { name: 'Support', summary: 'Help with your BeaconPay account.' },
  '/contact': { name: 'Contact', summary: 'How to reach BeaconPay.' },
  '/faq': { name: 'FAQ', summary: 'Answers to frequently asked questions.' },
  '/security': { name: 'Security', summary: 'How BeaconPay keeps your money and data safe.' },
  '/privacy': { name: 'Privacy', summary: 'What BeaconPay knows about you and why.' },
  '/terms': { name: 'Terms', summary: 'The terms that apply when you use BeaconPay.' },
  '/cookies': { name: 'Cookies', summary: 'What BeaconPay stores in your browser.' },
  '/accessibility': { name: 'Accessibility', summary: 'How BeaconPay works for everyone.' },
  '/settings': { name: 'Settings', summary: 'Your BeaconPay account settings.' },
};
