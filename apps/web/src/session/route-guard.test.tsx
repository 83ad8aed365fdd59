import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { AccountType } from '@beaconpay/domain';
import { AuthDialogsProvider, createAuthDialogsStore } from './auth-dialogs.tsx';
import { RouteGuard } from './route-guard.tsx';
import { SessionContext, SessionControlContext, type Session } from './session-context.ts';
import { createSessionStore } from './session-store.ts';

function sessionOf(userId: string | null, accountType?: AccountType): Session {
  const user = userId === null ? null : { id: userId, email: `${userId}@example.com` };
  const profile = accountType === undefined ? null : { id: userId, account_type: accountType };
  return {
    status: user === null ? 'anonymous' : 'signed-in',
    user: user as Session['user'],
    profile: profile as Session['profile'],
    isProfileLoading: userId !== null && accountType === undefined,
    reloadProfile: () => Promise.resolve(),
  } as Session;
}

const visitor = sessionOf(null);

function guardedPage(guard: ReactNode) {
  const dialogs = createAuthDialogsStore(createSessionStore(() => undefined));
  const router = createMemoryRouter(
    [
      { path: '/guarded', element: guard },
      ...['/', '/personal', '/business'].map((path) => ({ path, element: <p>at {path}</p> })),
    ],
    { initialEntries: ['/guarded'] },
  );
  return function Page({ session }: { session: Session }) {
    return (
      <SessionControlContext value={{ isSigningOut: false, setSigningOut: () => undefined }}>
        <SessionContext value={session}>
          <AuthDialogsProvider store={dialogs}>
            <RouterProvider router={router} />
          </AuthDialogsProvider>
        </SessionContext>
      </SessionControlContext>
    );
  };
}

const adminsOnly = (
  <RouteGuard allow={['admin']}>
    <label>
      Notes <input />
    </label>
  </RouteGuard>
);

/** @covers 4.route-guard.2 */
test('a visitor is redirected to the home page', async () => {
  const Page = guardedPage(adminsOnly);
  render(<Page session={visitor} />);
  expect(await screen.findByText('at /')).toBeDefined();
});

/** @covers 2.7, 4.route-guard.3 */
test.each(['personal', 'business'] as const)(
  'a %s account is redirected from the admin panel to its own dashboard',
  async (accountType) => {
    const Page = guardedPage(adminsOnly);
    render(<Page session={sessionOf('ada', accountType)} />);
    expect(await screen.findByText(`at /${accountType}`)).toBeDefined();
  },
);

/** @covers 4.route-guard.4 */
test('a guarded page shows that the account type is being verified while the profile loads', () => {
  const Page = guardedPage(adminsOnly);
  render(<Page session={sessionOf('ada')} />);
  expect(screen.getByText('Verifying account type...')).toBeDefined();
});

test('a guarded page can show a custom notice to visitors and to other account types', () => {
  const Page = guardedPage(
    <RouteGuard allow={['business']} signedOut={<p>Please log in</p>} denied={<p>Denied</p>}>
      <p>Company</p>
    </RouteGuard>,
  );
  const { rerender } = render(<Page session={visitor} />);
  expect(screen.getByText('Please log in')).toBeDefined();
  rerender(<Page session={sessionOf('ada', 'personal')} />);
  expect(screen.getByText('Denied')).toBeDefined();
});

test('typed text is kept after the session ends in another tab and the same user returns', async () => {
  const Page = guardedPage(adminsOnly);
  const { rerender } = render(<Page session={sessionOf('ada', 'admin')} />);
  await userEvent.type(screen.getByLabelText('Notes'), 'half a thought');

  rerender(<Page session={visitor} />);
  expect(screen.getByText('Your session has ended')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();

  rerender(<Page session={sessionOf('ada')} />);
  rerender(<Page session={sessionOf('ada', 'admin')} />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('half a thought');
});

test('text that one user typed is never shown to the next user', async () => {
  const Page = guardedPage(adminsOnly);
  const { rerender } = render(<Page session={sessionOf('ada', 'admin')} />);
  await userEvent.type(screen.getByLabelText('Notes'), 'secret');
  rerender(<Page session={visitor} />);
  rerender(<Page session={sessionOf('eve', 'admin')} />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
});
