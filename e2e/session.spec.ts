import type { Page } from '@playwright/test';
import { nthLoad } from './support/page-loads.ts';
import { createCustomer, signIn } from './support/people.ts';
import { accountMenu, logIn, logInButton, logOut } from './support/signing-in.ts';
import { stopClock } from './support/simulation.ts';
import { expect, test, watchForErrors } from './support/test.ts';

const STORAGE_KEY = 'sb-localhost-auth-token';

interface StoredSession {
  access_token: string;
  refresh_token: string;
  /** Seconds since 1970. */
  expires_at: number;
}

async function storedSession(page: Page): Promise<StoredSession | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);
  return text === null ? null : (JSON.parse(text) as StoredSession);
}

/** Changes the stored session so that its access token expired an hour ago. */
async function letSessionExpire(page: Page, change: Partial<StoredSession> = {}): Promise<void> {
  await page.evaluate(
    ([key, changed]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
      const expiresAt = Math.floor(Date.now() / 1000) - 3600;
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: expiresAt, ...changed }));
    },
    [STORAGE_KEY, change] as const,
  );
}

/** @covers 4.authentication.3 */
test('A session is stored under the key of the project and shared across tabs', async ({
  page,
  context,
}) => {
  const problems: string[] = [];
  const customer = await createCustomer();
  const otherTab = await context.newPage();
  watchForErrors(otherTab, problems);
  await page.goto('/about');
  await otherTab.goto('/about');

  await logIn(page, customer);
  await expect(accountMenu(page)).toBeVisible();
  expect((await storedSession(page))?.access_token).toBeTruthy();
  await expect(accountMenu(otherTab)).toBeVisible();

  await logOut(page);
  await expect(logInButton(page)).toBeVisible();
  await expect(logInButton(otherTab)).toBeVisible();
  expect(await storedSession(otherTab)).toBeNull();
});

/** @covers 4.authentication.4 */
test('A session is recovered on start, and refreshed first if it has expired', async ({ page }) => {
  await signIn(page, await createCustomer());
  await letSessionExpire(page);
  const before = await storedSession(page);
  await page.goto('/about');
  await expect(accountMenu(page)).toBeVisible();
  const after = await storedSession(page);
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect(after?.expires_at).toBeGreaterThan(Date.now() / 1000);
});

/** @covers 4.authentication.4 */
test('A session that can never be refreshed again is removed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(
    'Failed to load resource',
    'Invalid Refresh Token',
    'Error fetching session',
  );
  await signIn(page, await createCustomer());
  await letSessionExpire(page, { refresh_token: 'unknown' });
  await page.goto('/about');
  await expect(logInButton(page)).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

/** @covers 4.authentication.5, 9.32 */
test('A session is refreshed automatically while the page is visible, and not while it is hidden', async ({
  page,
}) => {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url());
  });
  async function setVisibility(state: 'visible' | 'hidden'): Promise<void> {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  }
  // The server uses the clock of the page. Otherwise each new session would be expired.
  await page.route('**/token?grant_type=refresh_token', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { expires_at: number };
    await route.fulfill({
      response,
      json: { ...session, expires_at: session.expires_at + 65 * 60 },
    });
  });
  await page.clock.install();
  await signIn(page, await createCustomer());
  await page.goto('/about');
  await expect(accountMenu(page)).toBeVisible();
  await stopClock(page);

  await page.clock.runFor('10:00');
  expect(refreshes).toHaveLength(0);
  await setVisibility('hidden');
  await page.clock.runFor('55:00');
  expect(refreshes).toHaveLength(0);
  const before = await storedSession(page);
  await setVisibility('visible');
  await page.clock.runFor(1000);
  await expect
    .poll(async () => (await storedSession(page))?.refresh_token)
    .not.toBe(before?.refresh_token);
  expect(refreshes).toHaveLength(1);
});

/** @covers 4.authentication.6 */
test('A session in the URL is stored and removed from the URL', async ({ page }) => {
  const customer = await createCustomer();
  const { data } = await customer.client.auth.getSession();
  if (data.session === null) throw new Error('The customer has no session.');
  const { access_token, refresh_token } = data.session;
  const found = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  });
  await page.goto(`/about#${found.toString()}`);
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/about#?$/);
  expect((await storedSession(page))?.access_token).toBe(access_token);
});

/** @covers 5.auth-service.6, 8.auth-errors.2 */
test('A URL with an error description or an incomplete session does not sign in', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Error fetching session', 'Failed to load resource');
  for (const address of [
    '/about#error=access_denied&error_code=otp_expired&error_description=Email+link+has+expired',
    '/about#access_token=half&expires_in=3600&token_type=bearer',
    '/about?code=unknown',
  ]) {
    await page.goto(address);
    await expect(logInButton(page)).toBeVisible();
    expect(await storedSession(page)).toBeNull();
    await page.goto('/robots.txt');
  }
});

/** @covers 4.app-state.2 */
test('The profile is fetched again when the user changes, and removed after signing out', async ({
  page,
}) => {
  const first = await createCustomer({ fullName: 'Ada Lovelace' });
  const second = await createCustomer({ fullName: 'Grace Hopper' });
  const read: string[] = [];
  page.on('request', (request) => {
    const id = /profiles\?.*id=eq\.([0-9a-f-]+)/.exec(request.url())?.[1];
    if (id !== undefined) read.push(id);
  });
  await page.goto('/about');
  await logIn(page, first);
  await expect(accountMenu(page)).toHaveText('AD');
  await logOut(page);
  await expect(logInButton(page)).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
  await logIn(page, second);
  await expect(accountMenu(page)).toHaveText('GR');
  expect(read).toContain(first.userId);
  expect(read.at(-1)).toBe(second.userId);
});

/** @covers 8.logging.1 */
test("A failure to read the session is logged as 'Error fetching session:'", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error fetching session:', 'dynamically');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await signIn(page, await createCustomer());
  await page.route('**/assets/supabase-client-*.js', (route) => route.abort());
  const loadedAgain = nthLoad(page, 2);
  await page.goto('/about');
  await loadedAgain;
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect
    .poll(() => logged.some((text) => text.startsWith('Error fetching session:')))
    .toBe(true);
});

test('A signed-in user never sees the signed-out page first', async ({ page }) => {
  await signIn(page, await createCustomer());
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    // Users see frames. There are none before the style sheet has loaded.
    function look() {
      for (const button of document.querySelectorAll('header button')) {
        const isVisible = getComputedStyle(button).visibility === 'visible';
        if (isVisible && button.textContent === 'Sign Up') seen.push(button.textContent);
      }
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
  });
  await page.goto('/cards');
  await expect(accountMenu(page)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});
