import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { expectToast } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const TOKEN = 'aaaaaaaa-0000-4000-8000-000000000000.0123';
const RPC = 'POST /rest/v1/rpc/unsubscribe';
const confirm = page.getByRole('button', { name: 'Unsubscribe' });

test('One press unsubscribes a visitor, and the token is removed from the URL first', async () => {
  const backend = await openScreen(`/unsubscribe?token=${TOKEN}`, {
    prepare: (fake) => fake.respond(RPC, () => Response.json(true)),
  });
  await expect.element(confirm).toBeVisible();
  await expect.poll(() => window.location.href).not.toContain('token');
  await expectAccessible();
  // Opening the link must not unsubscribe, because email clients also open links.
  expect(backend.writes()).toEqual([]);
  await confirm.click();
  await expect.element(page.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  expect(backend.sent(RPC).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  await expectAccessible();
});

test('A link with an invalid token shows an error', async () => {
  await openScreen(`/unsubscribe?token=${TOKEN}`, {
    prepare: (fake) => fake.respond(RPC, () => Response.json(false)),
  });
  await confirm.click();
  await expect.element(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
});

test('The Unsubscribe button works again after an error', async () => {
  const backend = await openScreen(`/unsubscribe?token=${TOKEN}`, {
    prepare: (fake) => fake.respond(RPC, () => new Response(null, { status: 503 })),
  });
  await confirm.click();
  await expectToast('Not unsubscribed');
  backend.respond(RPC, () => Response.json(true));
  await confirm.click();
  await expect.element(page.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
});

test('The profile has a checkbox that turns optional emails off', async () => {
  const SAVE = 'POST /rest/v1/mail_preferences';
  const person = createPerson();
  const backend = await openScreen('/personal', {
    person,
    prepare: (fake) => fake.respond(SAVE, () => new Response(null, { status: 201 })),
  });
  const box = page.getByRole('checkbox', { name: 'Optional emails' });
  await expect.element(box).toBeChecked();
  await box.click();
  await expectToast('Email preferences saved', 'You no longer get optional emails.');
  await expect.element(box).not.toBeChecked();
  expect(backend.sent(SAVE).map(({ body }) => body)).toEqual([
    { user_id: person.id, optional_mails: false },
  ]);
});
