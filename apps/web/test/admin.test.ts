import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectCount, expectTexts, expectToast, expectValue, messagesIn } from './support/looks.ts';
import {
  ORDER_IDS,
  prepareOrders,
  responseWithCount,
  reviewButton,
} from './support/pending-orders.ts';
import { createPerson, respondWithUser, sessionOf } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const main = page.getByRole('main');
const TOKEN = 'POST /auth/v1/token';
const PROFILES = 'GET /rest/v1/profiles';
const administrator = createPerson({ account_type: 'admin' });

/** Opens /admin/login with a backend that has an administrator. */
const openLogIn = () =>
  openScreen('/admin/login', {
    prepare(backend) {
      respondWithUser(administrator, backend);
      prepareOrders(backend, []);
    },
  });

const openPanel = (prepare: (backend: FakeBackend) => void) =>
  openScreen('/admin/panel', { person: administrator, prepare });

async function logIn({ email = administrator.email, password = 'horse' } = {}): Promise<void> {
  await main.getByLabelText('Admin email').fill(email);
  await main.getByLabelText('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Log In' }).click();
}

const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path);

const sessions = () => Object.keys(localStorage).filter((key) => key.endsWith('auth-token'));

function respondWithError(backend: FakeBackend, status: number, body: object): void {
  backend.respond(TOKEN, () => Response.json(body, { status }));
}

/** @covers 4.admin-login.1, 8.admin.1 */
test('An administrator whose profile fails to load at sign-in is signed out', async () => {
  const backend = await openLogIn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sessionReads = () =>
    backend.sent(PROFILES).filter(({ query }) => query.get('select') === '*');
  backend.respond(PROFILES, async ({ query }) => {
    // The log-in reads one column and then signs out, after which the session would not read the profile.
    if (query.get('select') === 'account_type') await expect.poll(sessionReads).not.toEqual([]);
    return Response.json({ code: 'XX000', message: 'unreadable' }, { status: 500 });
  });
  backend.respond('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
  await logIn();
  await expectToast('Profile Error', 'Could not verify admin status.');
  await expect.poll(sessions).toEqual([]);
  await expectPath('/admin/login');
  await expect
    .poll(() => log.mock.calls.map(([first]: unknown[]) => first))
    .toEqual(['Error fetching profile:']);
  log.mockClear();
});

/** @covers 8.authentication.1 */
test('A wrong password shows Login Failed with the backend message', async () => {
  const backend = await openLogIn();
  respondWithError(backend, 400, { code: 'invalid_credentials', msg: 'Invalid login credentials' });
  await logIn();
  await expectToast('Login Failed', 'Invalid login credentials');
});

/** @covers 2.admin-login.1, 5.admin-login.1 */
test('Email and password are required', async () => {
  const backend = await openLogIn();
  await logIn({ email: '', password: '' });
  await expectTexts(
    () => messagesIn(main.element()),
    ['Email is required.', 'Password is required.'],
  );
  expect(backend.sent(TOKEN)).toEqual([]);
});

/** @covers 8.authentication.1 */
test('A failed administrator sign-in without a server message shows an unexpected error', async () => {
  const backend = await openLogIn();
  backend.respond(TOKEN, () => new Response('down', { status: 500 }));
  await logIn();
  await expectToast('Login Failed', 'An unexpected error occurred.');
});

test('A network error at the administrator sign-in shows an unexpected error, and a server error shows its message', async () => {
  const backend = await openLogIn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  backend.respond(TOKEN, () => {
    throw new TypeError('Failed to fetch');
  });
  await logIn();
  await expectToast('Login Failed', 'An unexpected error occurred.');
  respondWithError(backend, 422, { code: 'validation_failed', msg: 'Slow down.' });
  await logIn();
  await expectToast('Slow down.');
  log.mockClear();
});

/** @covers 4.admin-login.1, 9.19 */
test('The administrator sign-in waits 500 ms before it loads the account type', async () => {
  const times: { signedIn?: number; read?: number } = {};
  const backend = await openLogIn();
  backend.respond(TOKEN, () => {
    times.signedIn ??= performance.now();
    return Response.json(sessionOf(administrator));
  });
  backend.respond(PROFILES, ({ query }) => {
    if (query.get('select') === 'account_type') times.read ??= performance.now();
    return Response.json(administrator.profile);
  });
  await logIn();
  await expectToast('Admin Login Successful');
  await expectPath('/admin/panel');
  // Timers can fire slightly early.
  expect((times.read ?? 0) - (times.signedIn ?? 0)).toBeGreaterThanOrEqual(499);
});

/** @covers 2.10, 4.route-guard.2 */
test('A visitor who opens the Admin Panel is redirected to the home page', async () => {
  await openScreen('/admin/panel');
  await expectPath('/');
});

/** @covers 2.10, 4.route-guard.3 */
test.each(['personal', 'business'] as const)(
  'A %s account is redirected from the Admin Panel to its own dashboard',
  async (accountType) => {
    const backend = await openScreen('/admin/panel', {
      person: createPerson({ account_type: accountType }),
    });
    await expectPath(`/${accountType}`);
    await expect
      .element(page.getByRole('heading', { level: 1, name: /^Welcome|^Business/ }))
      .toBeVisible();
    expect(backend.sent('GET /rest/v1/account_directory')).toEqual([]);
  },
);

/** @covers 8.admin.3 */
test('An update that fails or changes no row shows Error updating status and keeps the dialog and its notes', async () => {
  const backend = await openPanel(prepareOrders);
  backend.respond('PATCH /rest/v1/orders', () =>
    Response.json({ code: '23514', message: 'Try again later' }, { status: 400 }),
  );
  await reviewButton(ORDER_IDS[0]).click();
  const dialog = page.getByRole('dialog', { name: 'Review Order' });
  const notes = dialog.getByLabelText('Admin notes');
  await notes.fill('My own notes');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expectToast('Error updating status', 'Try again later');
  await expectValue(notes, 'My own notes');

  // A response without an error and without a row is no success.
  backend.respond('PATCH /rest/v1/orders', () => Response.json([]));
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByText('Try again later')).not.toBeInTheDocument();
  await expectToast('Error updating status');
  await expectValue(notes, 'My own notes');
});

/** @covers 8.admin.3 */
test('Lists that fail to load show Error fetching data, and Try Again loads them', async () => {
  const backend = await openPanel((fake) => {
    prepareOrders(fake);
    for (const path of ['orders', 'recharges', 'account_directory'] as const) {
      fake.respond(`GET /rest/v1/${path}`, () =>
        Response.json({ code: 'XX000', message: 'The lists are asleep' }, { status: 400 }),
      );
    }
  });
  await expectToast('Error fetching data', 'The lists are asleep');
  const tryAgain = page.getByRole('button', { name: 'Try Again' });
  await expectCount(tryAgain, 3);
  await expectAccessible();

  const { id, profile, email } = createPerson({ full_name: 'Ada Lovelace' });
  prepareOrders(backend);
  backend.respond('GET /rest/v1/account_directory', () =>
    responseWithCount([{ ...profile, id, email }]),
  );
  await tryAgain.last().click();
  const users = page.getByRole('table', { name: 'Users' });
  await expect.element(users.getByText('Ada Lovelace')).toBeVisible();
});

/** @covers 4.app-state.6 */
test.each([
  ['a business', '/business', 'business', 'Business Dashboard'],
  ['an administrator', '/admin/panel', 'admin', 'Admin Panel'],
] as const)('The My Dashboard menu item of %s opens %s', async (_who, path, accountType, title) => {
  await openScreen('/about', {
    person: createPerson({ account_type: accountType }),
    prepare: prepareOrders,
  });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My Dashboard' }).click();
  await expectPath(path);
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
