import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { PlayedBackend } from './support/backend.ts';
import { expectCount, expectTexts, expectToast, expectValue, messagesIn } from './support/looks.ts';
import { listed, ORDER_IDS, prepareOrders, reviewButton } from './support/pending-orders.ts';
import { answerAbout, createPerson, sessionOf } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const main = page.getByRole('main');
const TOKEN = 'POST /auth/v1/token';
const PROFILES = 'GET /rest/v1/profiles';
const administrator = createPerson({ account_type: 'admin' });

/** The administrators' door, with a backend that knows an administrator. */
const openLogIn = () =>
  openScreen('/admin/login', {
    prepare(backend) {
      answerAbout(administrator, backend);
      prepareOrders(backend, []);
    },
  });

const openPanel = (prepare: (backend: PlayedBackend) => void) =>
  openScreen('/admin/panel', { person: administrator, prepare });

async function logIn({ email = administrator.email, password = 'horse' } = {}): Promise<void> {
  await main.getByLabelText('Admin email').fill(email);
  await main.getByLabelText('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Log In' }).click();
}

const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path);

const sessions = () => Object.keys(localStorage).filter((key) => key.endsWith('auth-token'));

function refuse(backend: PlayedBackend, status: number, answer: object): void {
  backend.answer(TOKEN, () => Response.json(answer, { status }));
}

/** @covers 4.admin-login.1, 8.admin.1 */
test('Someone whose profile cannot be read is signed out again', async () => {
  const backend = await openLogIn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  backend.answer(PROFILES, () =>
    Response.json({ code: 'XX000', message: 'unreadable' }, { status: 500 }),
  );
  backend.answer('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
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
  refuse(backend, 400, { code: 'invalid_credentials', msg: 'Invalid login credentials' });
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
test('A failed admin sign-in without a message of the server shows an unexpected error', async () => {
  const backend = await openLogIn();
  backend.answer(TOKEN, () => new Response('down', { status: 500 }));
  await logIn();
  await expectToast('Login Failed', 'An unexpected error occurred.');
});

test('A network that fails at the admin sign-in is an unexpected error, and the server is quoted otherwise', async () => {
  const backend = await openLogIn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  backend.answer(TOKEN, () => {
    throw new TypeError('Failed to fetch');
  });
  await logIn();
  await expectToast('Login Failed', 'An unexpected error occurred.');
  refuse(backend, 422, { code: 'validation_failed', msg: 'Slow down.' });
  await logIn();
  await expectToast('Slow down.');
  log.mockClear();
});

/** @covers 4.admin-login.1, 9.19 */
test('The admin sign-in waits 500 ms before it reads the account type', async () => {
  const moments: { signedIn?: number; read?: number } = {};
  const backend = await openLogIn();
  backend.answer(TOKEN, () => {
    moments.signedIn ??= performance.now();
    return Response.json(sessionOf(administrator));
  });
  backend.answer(PROFILES, ({ query }) => {
    if (query.get('select') === 'account_type') moments.read ??= performance.now();
    return Response.json(administrator.profile);
  });
  await logIn();
  await expectToast('Admin Login Successful');
  await expectPath('/admin/panel');
  // Timers may fire a little early by the clock that measures them.
  expect((moments.read ?? 0) - (moments.signedIn ?? 0)).toBeGreaterThanOrEqual(499);
});

/** @covers 2.10, 4.route-guard.2 */
test('A visitor to the panel is led home', async () => {
  await openScreen('/admin/panel');
  await expectPath('/');
});

/** @covers 2.10, 4.route-guard.3 */
test.each(['personal', 'business'] as const)(
  'A %s account is led from the panel to its own dashboard',
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
test('A failed update, also one that changes no row, shows Error updating status and keeps dialog and notes', async () => {
  const backend = await openPanel(prepareOrders);
  backend.answer('PATCH /rest/v1/orders', () =>
    Response.json({ code: '23514', message: 'Try again later' }, { status: 400 }),
  );
  await reviewButton(ORDER_IDS[0]).click();
  const dialog = page.getByRole('dialog', { name: 'Review Order' });
  const notes = dialog.getByLabelText('Admin notes');
  await notes.fill('My own notes');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expectToast('Error updating status', 'Try again later');
  await expectValue(notes, 'My own notes');

  // Without an error, but without a row either: no success.
  backend.answer('PATCH /rest/v1/orders', () => Response.json([]));
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByText('Try again later')).not.toBeInTheDocument();
  await expectToast('Error updating status');
  await expectValue(notes, 'My own notes');
});

/** @covers 8.admin.3 */
test('Lists that cannot be read show Error fetching data and come back with Try Again', async () => {
  const backend = await openPanel((asleep) => {
    prepareOrders(asleep);
    for (const path of ['orders', 'recharges', 'account_directory'] as const) {
      asleep.answer(`GET /rest/v1/${path}`, () =>
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
  backend.answer('GET /rest/v1/account_directory', () => listed([{ ...profile, id, email }]));
  await tryAgain.last().click();
  const users = page.getByRole('table', { name: 'Users' });
  await expect.element(users.getByText('Ada Lovelace')).toBeVisible();
});

/** @covers 4.app-state.6 */
test.each([
  ['a business', '/business', 'business', 'Business Dashboard'],
  ['an administrator', '/admin/panel', 'admin', 'Admin Panel'],
] as const)('My Dashboard leads %s to %s', async (_who, path, accountType, title) => {
  await openScreen('/about', {
    person: createPerson({ account_type: accountType }),
    prepare: prepareOrders,
  });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My Dashboard' }).click();
  await expectPath(path);
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
