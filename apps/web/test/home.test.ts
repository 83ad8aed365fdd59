import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectCount, expectNone, expectText } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const region = (name: string) => page.getByRole('region', { name });
const button = (name: string) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

/** @covers 2.home.1 */
test('Get Started opens sign-up for a visitor', async () => {
  await openScreen('/');
  await button('Get Started').click();
  await expect.element(dialog('Sign Up')).toBeVisible();
});

/** @covers 2.home.1 */
test('Get Started opens the dashboard of a signed-in user', async () => {
  await openScreen('/', { person: createPerson({ account_type: 'business' }) });
  await button('Get Started').click();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Business Dashboard' }))
    .toBeVisible();
  expect(window.location.pathname).toBe('/business');
});

/** @covers 2.home.2 */
test('The start section has the cards Sign Up for Free and Sign In, which open their dialogs', async () => {
  await openScreen('/');
  await expect.element(page.getByRole('heading', { name: 'Sign Up for Free' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Sign Up for Free' }).click();
  await expect.element(dialog('Sign Up')).toBeVisible();
  await dialog('Sign Up').getByRole('button', { name: 'Close' }).click();
  await main.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(dialog('Log In')).toBeVisible();
});

/** @covers 2.home.2 */
test('The All-in-One Financial Hub lists six items', async () => {
  await openScreen('/');
  const section = region('Start in a minute');
  await expect
    .element(section.getByRole('heading', { name: 'All-in-One Financial Hub' }))
    .toBeVisible();
  await expectCount(section.getByRole('listitem'), 6);
});

/** @covers 2.home.3 */
test('The features section has four items', async () => {
  await openScreen('/');
  await expectCount(region('Everything money should do').getByRole('listitem'), 4);
});

/** @covers 2.home.4, 9.29 */
test('Corporate reviews and partner logos are shown and marked as illustrative', async () => {
  await openScreen('/');
  const section = region('Trusted every day');
  await expectText(section, 'illustrative');
  const partners = section.getByRole('list', { name: 'Partners' }).getByRole('listitem');
  await expectCount(partners, 6);
  for (const partner of partners.elements())
    expect(partner.querySelectorAll('svg')).toHaveLength(1);
  const reviews = section.getByRole('list', { name: 'Corporate reviews' }).getByRole('listitem');
  await expectCount(reviews, 3);
  for (const review of reviews.all()) await expectText(review, 'out of 5');
});

/** @covers 2.home.5, 9.29 */
test('Three testimonials are marked as samples and rated out of 5', async () => {
  await openScreen('/');
  const section = region('In their words');
  await expectText(section, 'Sample testimonials');
  const testimonials = section.getByRole('figure');
  await expectCount(testimonials, 3);
  for (const testimonial of testimonials.all()) {
    await expectText(testimonial, /Rated [1-5] out of 5/);
  }
});

/** @covers 2.home.6 */
test('The home page ends with a call to action', async () => {
  await openScreen('/');
  const section = region('Your money, wherever you need it');
  await section.getByRole('button', { name: 'Open your account' }).click();
  await expect.element(dialog('Sign Up')).toBeVisible();
});

test('The home page states over 200 countries and regions, 25 currencies, and that BeaconPay is not a bank', async () => {
  await openScreen('/');
  await expectText(page.getByRole('main'), 'over 200 countries and regions', '25 currencies');
  await expectText(
    page.getByRole('contentinfo'),
    'BeaconPay is a financial technology company, not a bank. Banking services are provided by our partner banks.',
  );
});

/** @covers 2.navigation.3 */
test('A visitor sees Log In and Sign Up, and no avatar menu', async () => {
  await openScreen('/');
  const bar = page.getByRole('banner');
  await expect.element(bar.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect.element(bar.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  await expectNone(button('Account menu'));
});

test('The account menu shows the email address of a user without a profile', async () => {
  const person = { ...createPerson(), email: 'customer@example.com' };
  await openScreen('/', {
    person,
    prepare(backend) {
      backend.respond('GET /rest/v1/profiles', () =>
        Response.json({ code: 'PGRST116', message: 'no row' }, { status: 406 }),
      );
    },
  });
  await expectText(button('Account menu'), /^CU$/);
  await button('Account menu').click();
  await expectText(page.getByRole('menu'), person.email);
});

/** @covers 2.navigation.6 */
test('The footer links to every page and service', async () => {
  await openScreen('/');
  const footer = page.getByRole('contentinfo');
  const targets = footer
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  for (const path of [
    ...'about careers press blog contact faq security privacy terms cookies accessibility'.split(
      ' ',
    ),
    ...'cards payments wire-transfers mobile-recharge utility-bills'.split(' '),
  ]) {
    expect(targets).toContain(`/${path}`);
  }
  await footer.getByRole('link', { name: 'Careers' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Careers' })).toHaveFocus();
});
