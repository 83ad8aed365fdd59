import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectTitle } from './support/looks.ts';
import { openScreen } from './support/screen.tsx';

test.each([
  ['/about', 'About'],
  ['/careers', 'Careers'],
  ['/press', 'Press'],
  ['/blog', 'Blog'],
  ['/support', 'Support'],
  ['/contact', 'Contact'],
  ['/faq', 'FAQ'],
  ['/security', 'Security'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/cookies', 'Cookies'],
  ['/accessibility', 'Accessibility'],
  ['/settings', 'Settings'],
])(
  'The placeholder page %s says what it is and that content will be added soon',
  async (path, name) => {
    await openScreen(path);
    await expectTitle(`${name} | BeaconPay`);
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect
      .element(
        page.getByText(
          `This is a placeholder page for the ${name} page. Content will be added soon.`,
        ),
      )
      .toBeVisible();
  },
);
