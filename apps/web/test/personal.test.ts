import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToast, expectValue, returnToTab, toastOf } from './support/looks.ts';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { createPerson, type Person } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const openTab = (name: string) => page.getByRole('tab', { name }).click();
const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
const save = dialog.getByRole('button', { name: 'Save Changes' });
const SAVE = 'PATCH /rest/v1/profiles';

async function openDashboard(person = createPerson()): Promise<FakeBackend> {
  const backend = await openScreen('/personal', { person });
  await expect.element(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  return backend;
}

async function openForm(person: Person = createPerson()): Promise<FakeBackend> {
  const backend = await openDashboard(person);
  backend.respond(SAVE, () => Response.json([{ id: person.id }]));
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  return backend;
}

/** @covers 2.personal.3 */
test('The four quick-access cards are disabled and marked (Soon)', async () => {
  await openDashboard();
  for (const name of ['Account Activity', 'My Wallet', 'Notifications', 'Support Tickets']) {
    await expect.element(page.getByRole('button', { name: `${name} (Soon)` })).toBeDisabled();
  }
});

/** @covers 2.7, 4.route-guard.3 */
test('A business account is redirected to its own dashboard', async () => {
  await openScreen('/personal', { person: createPerson({ account_type: 'business' }) });
  await expect.poll(() => window.location.pathname).toBe('/business');
});

/** @covers 2.personal.1 */
test('The heading greets the customer by full name or, without one, by email', async () => {
  const person = createPerson({ full_name: 'Grace Hopper' });
  const backend = await openDashboard(person);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Welcome, Grace Hopper!');
  backend.respond(SAVE, () => {
    backend.respond('GET /rest/v1/profiles', () =>
      Response.json({ ...person.profile, full_name: null }),
    );
    return Response.json([{ id: person.id }]);
  });
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await dialog.getByLabelText('Full name').fill('');
  await save.click();
  await expect.element(heading).toHaveTextContent(`Welcome, ${person.email}!`);
});

/** @covers 8.1, 8.authentication.3 */
test('A failed log-out shows Logout Failed with the message and keeps the customer signed in', async () => {
  const backend = await openDashboard();
  backend.respond('POST /auth/v1/logout', () =>
    Response.json(
      { code: 'validation_failed', message: 'The lighthouse is dark.' },
      { status: 422, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
  const accountMenu = page.getByRole('button', { name: 'Account menu' });
  await accountMenu.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expectToast('Logout Failed', 'The lighthouse is dark.');
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  expect(window.location.pathname).toBe('/personal');
  await expect.element(accountMenu).toBeVisible();
});

describe('My Profile', () => {
  /** @covers 5.profile-edit.1 */
  test('requires no field and sends an empty date of birth as null', async () => {
    const backend = await openForm(createPerson({ date_of_birth: '1990-01-02' }));
    await expectValue(dialog.getByLabelText('Date of birth'), '1990-01-02');
    await dialog.getByLabelText('Full name').fill('');
    await dialog.getByLabelText('Date of birth').fill('');
    await save.click();
    await expectToast('Profile Updated');
    expect(backend.sent(SAVE)[0]?.body).toMatchObject({ full_name: null, date_of_birth: null });
  });

  test('rejects an incomplete or impossible date of birth and does not erase the stored one', async () => {
    const backend = await openForm(createPerson({ date_of_birth: '1990-01-02' }));
    const date = dialog.getByLabelText('Date of birth');
    const fieldError = dialog.getByText('Enter a date between 1900 and today.');
    await date.fill('');
    await userEvent.type(date, '02');
    await save.click();
    await expect.element(fieldError).toBeVisible();
    await date.fill('2999-01-01');
    await save.click();
    await expect.element(fieldError).toBeVisible();
    expect(backend.sent(SAVE)).toEqual([]);
  });

  /** @covers 8.profile.1 */
  test('shows Update Failed with the backend message after a failed save and keeps what was typed', async () => {
    const backend = await openForm();
    backend.respond(SAVE, () =>
      Response.json({ code: '23514', message: 'Try again later' }, { status: 400 }),
    );
    await dialog.getByLabelText('City').fill('Arlington');
    await save.click();
    await expectToast('Update Failed', 'Try again later');
    await expectValue(dialog.getByLabelText('City'), 'Arlington');
  });

  test('shows an error if an update changes no row', async () => {
    const backend = await openForm();
    backend.respond(SAVE, () => Response.json([]));
    await save.click();
    await expectToast('Update Failed');
  });
});

describe('Change Password', () => {
  const entry = page.getByLabelText('New password', { exact: true });
  const confirmation = page.getByLabelText('Confirm new password');
  const update = page.getByRole('button', { name: 'Update Password' });

  async function openPassword(): Promise<FakeBackend> {
    const backend = await openDashboard();
    await openTab('Change Password');
    return backend;
  }

  /** @covers 5.password-change.1, 9.12 */
  test('rejects a password of fewer than six characters', async () => {
    const backend = await openPassword();
    await entry.fill('abc12');
    await confirmation.fill('abc12');
    await update.click();
    await expectToast('Password Too Short', 'New password must be at least 6 characters.');
    expect(backend.sent('PUT /auth/v1/user')).toEqual([]);
  });

  /** @covers 5.password-change.1 */
  test('rejects two different entries and keeps them', async () => {
    const backend = await openPassword();
    await entry.fill('abc123');
    await confirmation.fill('abc124');
    await update.click();
    await expectToast('Passwords Do Not Match');
    await expectValue(entry, 'abc123');
    expect(backend.sent('PUT /auth/v1/user')).toEqual([]);
  });

  /** @covers 5.password-change.1 */
  test('shows and hides the text of each field separately', async () => {
    await openPassword();
    for (const [field, other] of [
      [entry, confirmation],
      [confirmation, entry],
    ] as const) {
      await expect.element(field).toHaveAttribute('type', 'password');
      const toggle = page
        .elementLocator(field.element().parentElement ?? document.body)
        .getByRole('button');
      await toggle.click();
      await expect.element(field).toHaveAttribute('type', 'text');
      await expect.element(other).toHaveAttribute('type', 'password');
      await toggle.click();
      await expect.element(field).toHaveAttribute('type', 'password');
    }
  });

  /** @covers 8.profile.2 */
  test('shows Password Update Failed after a backend error and keeps the entries', async () => {
    const backend = await openPassword();
    backend.respond('PUT /auth/v1/user', () =>
      Response.json(
        { code: 'same_password', message: 'New password should be different.' },
        { status: 422, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
      ),
    );
    await entry.fill('correct horse battery');
    await confirmation.fill('correct horse battery');
    await update.click();
    await expectToast('Password Update Failed');
    await expectValue(entry, 'correct horse battery');
  });

  test('shows a notice and keeps its values if the session was revoked on another device', async () => {
    const backend = await openPassword();
    const sessionNotFound = () =>
      Response.json({ error_code: 'session_not_found', msg: 'Session not found' }, { status: 403 });
    backend.respond('PUT /auth/v1/user', sessionNotFound);
    backend.respond('GET /auth/v1/user', sessionNotFound);
    await entry.fill('analytical engine');
    await confirmation.fill('analytical engine');
    await update.click();
    await expectToast('Authentication Error', "You've been logged out. Please log in again.");
    await expect.element(page.getByText('Nothing you typed is lost.')).toBeVisible();
    await expectValue(entry, 'analytical engine');
  });

  test('keeps its entries after a switch to another dashboard tab and a return to the browser tab', async () => {
    const backend = await openPassword();
    await entry.fill('half-typed');
    await openTab('My Profile');
    // The session and the profile are fetched again when the tab becomes visible.
    const readsBefore = backend.sent('GET /rest/v1/profiles').length;
    returnToTab();
    await expect
      .poll(() => backend.sent('GET /rest/v1/profiles').length)
      .toBeGreaterThan(readsBefore);
    await openTab('Change Password');
    await expectValue(entry, 'half-typed');
  });
});

describe('Transaction History', () => {
  const HISTORY = 'GET /rest/v1/transactions';

  test('shows an empty state with a link to the cards if there are no transactions', async () => {
    await openDashboard();
    await openTab('Transaction History');
    await expect.element(page.getByText('No transactions yet')).toBeVisible();
    await page.getByRole('link', { name: 'Order a card' }).click();
    await expect.element(page.getByRole('tab', { name: 'Order Virtual Card' })).toBeVisible();
    expect(window.location.pathname).toBe('/cards');
  });

  /** @covers 9.13 */
  test('requests only the 50 newest transactions of the customer, newest first', async () => {
    const person = createPerson();
    const backend = await openDashboard(person);
    await openTab('Transaction History');
    await expect.poll(() => backend.sent(HISTORY).length).toBeGreaterThan(0);
    const query = backend.sent(HISTORY)[0]?.query;
    expect(query?.get('user_id')).toBe(`eq.${person.id}`);
    expect(query?.get('order')).toBe('created_at.desc');
    expect(query?.get('limit')).toBe('50');
  });

  /** @covers 9.27 */
  test('shows only received payments and deposits as positive green amounts', async () => {
    const backend = await openDashboard();
    const types = ['payment_received', 'crypto_deposit', 'payment_sent', 'wire_transfer'];
    backend.respond(HISTORY, () =>
      Response.json(
        types.map((type, index) => ({
          id: `00000000-0000-4000-8000-00000000000${String(index)}`,
          type,
          description: `Sample ${type}`,
          amount: 1234.5,
          currency: 'EUR',
          status: index === 0 ? 'completed' : 'failed',
          related_order_id: null,
          created_at: '2026-11-01T12:00:00Z',
        })),
      ),
    );
    await openTab('Transaction History');
    const probe = document.createElement('span');
    probe.className = 'text-success-text';
    document.body.append(probe);
    const green = getComputedStyle(probe).color;
    probe.remove();
    for (const type of types) {
      const isIncoming = type.includes('received') || type.includes('deposit');
      const amount = page
        .getByRole('listitem')
        .filter({ hasText: `Sample ${type}` })
        .getByText(`${isIncoming ? '+' : '-'}€1,234.50`);
      await expect.element(amount).toBeVisible();
      const isGreen = getComputedStyle(amount.element()).color === green;
      expect(isGreen, `${type} is green`).toBe(isIncoming);
    }
    const texts = (status: string) =>
      Array.from(
        document.querySelectorAll(`[data-status=${status}]`),
        ({ textContent }) => textContent,
      );
    expect(texts('completed')).toEqual(['completed']);
    expect(texts('failed')).toHaveLength(3);
  });

  test('reports a session that was revoked on another device and sends no second request', async () => {
    const backend = await openDashboard();
    backend.respond(HISTORY, () =>
      Response.json({ code: 'PGRST303', message: 'JWT session has ended' }, { status: 401 }),
    );
    backend.respond('GET /auth/v1/user', () =>
      Response.json({ error_code: 'session_not_found', msg: 'Session not found' }, { status: 403 }),
    );
    await openTab('Transaction History');
    await expectToast('Error Fetching Transactions', "You've been logged out.");
    await expect.element(page.getByText('Nothing you typed is lost.')).toBeVisible();
    expect(backend.sent(HISTORY)).toHaveLength(1);
  });

  test('shows the reason of a rejected order and a link to a new order', async () => {
    const backend = await openDashboard();
    const id = crypto.randomUUID();
    backend.respond(HISTORY, () =>
      Response.json([
        {
          id: crypto.randomUUID(),
          type: 'card_order',
          description: 'Premium virtual card order',
          amount: 15,
          currency: 'USD',
          status: 'manual_payment_rejected',
          related_order_id: id,
          created_at: '2026-11-01T12:00:00Z',
        },
      ]),
    );
    backend.respond('GET /rest/v1/orders', () =>
      Response.json([
        {
          id,
          payment_method: 'bank_transfer',
          payment_details: null,
          transaction_reference: 'WIRE-1',
          admin_notes: 'It has not arrived.',
          reviewed_at: '2026-11-02T12:00:00Z',
        },
      ]),
    );
    await openTab('Transaction History');
    await expect.element(page.getByText('It has not arrived.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Order another card' }))
      .toHaveAttribute('href', '/cards');
  });

  /** @covers 8.profile.3 */
  test('shows a toast and an error if it fails to load, and Try Again loads it', async () => {
    const backend = await openDashboard();
    backend.respond(HISTORY, () =>
      Response.json({ code: 'XX000', message: 'The history is asleep' }, { status: 400 }),
    );
    await openTab('Transaction History');
    await expect.element(page.getByText('Oops! Something went wrong.')).toBeVisible();
    await expectToast('Error Fetching Transactions', 'The history is asleep');
    await expectAccessible();
    let resolveResponse: (response: Response) => void = () => undefined;
    backend.respond(HISTORY, () => new Promise<Response>((resolve) => (resolveResponse = resolve)));
    const tryAgain = page.getByRole('button', { name: 'Try Again' });
    await tryAgain.click();
    await expect.element(tryAgain).toHaveAttribute('aria-busy', 'true');
    await expect.element(tryAgain).toHaveFocus();
    resolveResponse(Response.json([]));
    await expect.element(page.getByText('No transactions yet')).toBeVisible();
  });
});
