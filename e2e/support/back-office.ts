import { expect, type Browser, type Page } from '@playwright/test';
import { environment } from './environment.ts';
import { createCustomer, signIn, signInAdministrator, type LogIn, type Person } from './people.ts';
import { watchForErrors } from './test.ts';

export const PENDING = 'pending_manual_verification';

/** Calls a function of the database. */
export async function call(
  { client }: Pick<Person, 'client'>,
  name: string,
  values: Record<string, unknown>,
): Promise<unknown> {
  const response = await client.rpc(name, values);
  if (response.error) throw response.error;
  return response.data as unknown;
}

/** Makes a customer an administrator (`make`) or a customer again (`unmake`). It takes two administrators. */
export async function changeAdministrator(
  person: Person,
  action: 'make' | 'unmake',
): Promise<void> {
  const [first, second] = await Promise.all([
    signInAdministrator(),
    signInAdministrator(environment.secondAdministrator),
  ]);
  const request = await call(first, 'request_administrator_change', {
    user_id: person.userId,
    action,
  });
  await call(second, 'decide_administrator_request', { request_id: request, is_confirmed: true });
}

/** Creates an administrator for one test. */
export async function createAdministrator(fullName: string): Promise<Person> {
  const person = await createCustomer({ fullName });
  await changeAdministrator(person, 'make');
  return person;
}

/** Opens the page of a record, and waits until it is loaded. */
export async function openRecord(
  page: Page,
  id: string,
  state: 'pending' | 'decided' = 'pending',
): Promise<void> {
  await page.goto(`/admin/records/${id}`);
  await expectRecord(page, id, state);
}

export async function expectRecord(
  page: Page,
  id: string,
  state: 'pending' | 'decided' = 'pending',
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Record ${id.slice(0, 8)}`);
  await expect(
    state === 'pending' ? page.getByLabel('Assigned to') : page.getByText(/^Decided/).first(),
  ).toBeEnabled();
}

/** The events of a record, newest first. */
export function timelineOf(page: Page) {
  return page
    .locator('[data-slot=card]')
    .filter({ has: page.getByRole('heading', { name: 'Timeline' }) })
    .getByRole('listitem');
}

export interface Desk {
  page: Page;
  /** Closes the browser of this administrator, and fails if the console had errors. */
  leave: () => Promise<void>;
}

/** An administrator in a separate browser context. */
export async function openDesk(
  browser: Browser,
  logIn: LogIn = environment.secondAdministrator,
): Promise<Desk> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  watchForErrors(page, problems);
  await signIn(page, logIn);
  return {
    page,
    async leave() {
      await context.close();
      expect(problems, 'console errors').toEqual([]);
    },
  };
}
