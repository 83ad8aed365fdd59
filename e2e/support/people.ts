import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Page } from '@playwright/test';
import { environment } from './environment.ts';
import { receiveMail } from './mail.ts';

/** The storage key of supabase-js: it contains the first label of the host name, which is the same for all servers. */
export const SESSION_STORAGE_KEY = `sb-${new URL(environment.url).hostname.split('.')[0] ?? ''}-auth-token`;

interface Server {
  readonly url: string;
  readonly publishableKey: string;
}

export function createTestClient(server: Server = environment) {
  return createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export interface LogIn {
  readonly email: string;
  readonly password: string;
}

export interface Person extends LogIn {
  readonly fullName: string;
  readonly userId: string;
  /** A client with a session of this user, to prepare and check data. */
  readonly client: ReturnType<typeof createTestClient>;
}

interface SignUpDetails {
  readonly accountType?: 'personal' | 'business';
  readonly fullName?: string;
}

async function signUp(
  server: Server,
  prefix: string,
  { accountType = 'personal', fullName = 'Grace Hopper' }: SignUpDetails = {},
): Promise<Person> {
  const email = `${prefix}-${randomUUID().slice(0, 13)}@example.com`;
  const password = 'correct horse battery';
  const client = createTestClient(server);
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName, account_type: accountType } },
  });
  if (error) throw error;
  if (data.user === null) throw new Error('Sign-up returned no user.');
  return { email, password, fullName, userId: data.user.id, client };
}

/** Signs up a new customer over the API. */
export async function createCustomer(details: SignUpDetails = {}): Promise<Person> {
  return signUp(environment, 'customer', details);
}

/** Signs up a new customer on the server that sends email, and confirms the address. */
export async function createConfirmedCustomer(): Promise<Person> {
  const person = await signUp(environment.mail, 'confirmed');
  const { email } = person;
  const { code } = await receiveMail(email);
  const confirmed = await person.client.auth.verifyOtp({ type: 'signup', email, token: code });
  if (confirmed.error) throw confirmed.error;
  return person;
}

/** A user of the server that sends email, with a session for this test. */
export async function signInByMailServer(login: LogIn): Promise<Pick<Person, 'client'>> {
  const client = createTestClient(environment.mail);
  const { error } = await client.auth.signInWithPassword(login);
  if (error) throw error;
  return { client };
}

/** An administrator of the test server, with a session for this test. */
export async function signInAdministrator(
  { email, password } = environment.administrator,
): Promise<Person> {
  const client = createTestClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { email, password, fullName: 'Administrator', userId: data.user.id, client };
}

/** A new session as the browser stores it: name and value of an item in localStorage. */
export async function createStoredSession(
  { email, password }: LogIn,
  server: Server = environment,
): Promise<[name: string, content: string]> {
  const client = createTestClient(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return [SESSION_STORAGE_KEY, JSON.stringify(data.session)];
}

/** Signs the browser page in with a new session, before the first page opens. */
export async function signIn(
  page: Page,
  logIn: LogIn,
  server: Server = environment,
): Promise<void> {
  const stored = await createStoredSession(logIn, server);
  await page.goto(`${server.url}/robots.txt`);
  await page.evaluate(([name, content]) => localStorage.setItem(name, content), stored);
}
