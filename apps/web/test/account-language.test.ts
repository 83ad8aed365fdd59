import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { requestAccountLanguage } from '../src/lib/account-language.ts';
import { createPerson, sessionOf } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const UPDATE = 'PUT /auth/v1/user';

test('A chosen language is stored on the account once', async () => {
  const person = createPerson();
  requestAccountLanguage('de');
  const backend = await openScreen('/about', {
    person,
    prepare: (fake) =>
      fake.respond(UPDATE, () =>
        Response.json({ ...sessionOf(person).user, user_metadata: { locale: 'de' } }),
      ),
  });
  await expect.poll(() => backend.sent(UPDATE)).toHaveLength(1);
  expect(backend.sent(UPDATE)[0]?.body).toMatchObject({ data: { locale: 'de' } });
  await expect.poll(() => localStorage.getItem('beaconpay-account-language')).toBeNull();
});

test('A chosen language is kept for the next page load if the account update fails', async () => {
  requestAccountLanguage('de');
  const backend = await openScreen('/about', {
    person: createPerson(),
    prepare: (fake) =>
      fake.respond(UPDATE, () => Response.json({ message: 'not now' }, { status: 503 })),
  });
  await expect.poll(() => backend.sent(UPDATE)).not.toHaveLength(0);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(localStorage.getItem('beaconpay-account-language')).toBe('de');
});

test('A language that a visitor chooses is not sent to the backend', async () => {
  requestAccountLanguage('de');
  const backend = await openScreen('/about');
  expect(backend.writes()).toEqual([]);
});
