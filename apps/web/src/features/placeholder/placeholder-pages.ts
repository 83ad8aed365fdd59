/** The thirteen pages that exist by name only, so far. */
export const placeholderPages = [
  { path: '/about', name: 'About', summary: 'Who is behind BeaconPay.' },
  { path: '/careers', name: 'Careers', summary: 'Open positions at BeaconPay.' },
  { path: '/press', name: 'Press', summary: 'News and material for the press.' },
  { path: '/blog', name: 'Blog', summary: 'Stories and guides from BeaconPay.' },
  { path: '/support', name: 'Support', summary: 'Help with your BeaconPay account.' },
  { path: '/contact', name: 'Contact', summary: 'How to reach BeaconPay.' },
  { path: '/faq', name: 'FAQ', summary: 'Questions asked often, and their answers.' },
  { path: '/security', name: 'Security', summary: 'How BeaconPay keeps your money and data safe.' },
  { path: '/privacy', name: 'Privacy', summary: 'What BeaconPay knows about you, and why.' },
  { path: '/terms', name: 'Terms', summary: 'The terms of using BeaconPay.' },
  { path: '/cookies', name: 'Cookies', summary: 'What BeaconPay stores in your browser.' },
  { path: '/accessibility', name: 'Accessibility', summary: 'How BeaconPay works for everyone.' },
  { path: '/settings', name: 'Settings', summary: 'Choices about your BeaconPay account.' },
] as const;
