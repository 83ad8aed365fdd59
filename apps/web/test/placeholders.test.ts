import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectNone, expectTitle } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const CONTACT = 'GET /rest/v1/support_contact';
const heading = page.getByRole('heading', { name: 'Contact us' });
const link = (name: string) => page.getByRole('main').getByRole('link', { name });

/** @covers 2.13 */
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
  'The placeholder page %s shows its name and that content will be added soon',
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

const respondWithContact = (backend: FakeBackend, contact: object) =>
  backend.respond(CONTACT, () =>
    Response.json({ email: null, phone: null, url: null, updated_at: '2026-11-01', ...contact }),
  );

/** @covers 2.13 */
test.each(['/support', '/contact'])(
  'The page %s shows the contact details of support below its placeholder text',
  async (path) => {
    await openScreen(path, {
      prepare: (backend) =>
        respondWithContact(backend, {
          email: 'help&co@example.com',
          phone: '+15550100199',
          url: 'https://help.example.com/start',
        }),
    });
    await expect.element(heading).toBeVisible();
    await expect
      .element(link('help&co@example.com'))
      .toHaveAttribute('href', 'mailto:help%26co@example.com');
    await expect.element(link('+15550100199')).toHaveAttribute('href', 'tel:+15550100199');
    await expect
      .element(link('help.example.com/start'))
      .toHaveAttribute('href', 'https://help.example.com/start');
    await expect.element(page.getByText(/This is a placeholder page/)).toBeVisible();
    await expectAccessible();
  },
);

test('The support page shows no contact details if none are configured', async () => {
  const backend = await openScreen('/support');
  await expect.poll(() => backend.sent(CONTACT)).toHaveLength(1);
  await expectNone(heading);
});

test('Other placeholder pages do not request the contact details', async () => {
  const backend = await openScreen('/about');
  await expectNone(heading);
  expect(backend.sent(CONTACT)).toEqual([]);
});

test('Contact details that fail to load can be loaded again', async () => {
  const backend = await openScreen('/support', {
    prepare: ({ respond }) => respond(CONTACT, () => new Response('down', { status: 503 })),
  });
  await expect.element(page.getByText("We couldn't load our contact details.")).toBeVisible();
  respondWithContact(backend, { phone: '+15550100199' });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(link('+15550100199')).toBeVisible();
});

const settings = page.getByRole('list', { name: 'Settings' });
const hrefs = () =>
  settings
    .getByRole('link')
    .elements()
    .map((element) => element.getAttribute('href'));

test('The settings page shows a visitor no links to settings', async () => {
  await openScreen('/settings');
  await expectNone(settings);
});

test.each([
  ['personal', '/personal?tab=profile', '/personal?tab=password', '/personal?tab=profile#data'],
  ['admin', '/personal?tab=profile', '/personal?tab=password', '/personal?tab=profile#data'],
  ['business', '/business?tab=company', '/business?tab=security', '/business?tab=company#data'],
] as const)(
  'The settings page of a %s account links to each of its settings',
  async (accountType, profile, security, data) => {
    await openScreen('/settings', { person: createPerson({ account_type: accountType }) });
    await expect
      .poll(hrefs)
      .toEqual([
        profile,
        `${security}#password`,
        `${security}#two-step`,
        `${security}#devices`,
        data,
      ]);
    await expect
      .element(page.getByText(/This is a placeholder page for the Settings/))
      .toBeVisible();
    await expectAccessible();
  },
);

test.each([
  ['personal', 'Devices', 'devices'],
  ['business', 'Two-step verification', 'two-step'],
] as const)(
  'A link on the settings page of a %s account scrolls to its section and focuses it: %s',
  async (accountType, name, id) => {
    await openScreen('/settings', { person: createPerson({ account_type: accountType }) });
    await settings.getByRole('link', { name }).click();
    await expect.poll(() => document.activeElement?.id).toBe(id);
    await expect
      .poll(() => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 1e3))
      .toBeLessThan(window.innerHeight);
  },
);
