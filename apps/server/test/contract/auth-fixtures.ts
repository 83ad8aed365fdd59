import { randomUUID } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import { vi } from 'vitest';
import type { TestServer } from '../support/index.ts';

export const PASSWORD = 'correct horse 7';

export function uniqueEmail(): string {
  return `person-${randomUUID()}@example.com`;
}

/** A client that keeps its session and its PKCE verifier in memory, separate from other clients. */
export function createBrowser(
  server: TestServer,
  options: { key?: string; flowType?: 'implicit' | 'pkce' } = {},
) {
  const items = new Map<string, string>();
  return createClient(server.url, options.key ?? server.publishableKey, {
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: true,
      flowType: options.flowType ?? 'implicit',
      experimental: { passkey: true },
      storageKey: randomUUID(),
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
  });
}

/** A client with the secret key, for the endpoints under /admin. */
export function createOperator(server: TestServer) {
  return createBrowser(server, { key: server.secretKey });
}

export interface Person {
  readonly browser: ReturnType<typeof createBrowser>;
  readonly email: string;
  readonly userId: string;
  readonly session: Session;
}

/** Signs up a user on a server that confirms email addresses automatically. */
export async function signUp(server: TestServer): Promise<Person> {
  const browser = createBrowser(server);
  const email = uniqueEmail();
  const { data, error } = await browser.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  if (data.session === null || data.user === null) throw new Error('There is no session.');
  return { browser, email, userId: data.user.id, session: data.session };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Sends a request without supabase-js and returns the raw response. */
export async function call(
  server: TestServer,
  path: string,
  options: {
    method?: string;
    body?: unknown;
    rawBody?: string;
    headers?: Record<string, string>;
    token?: string;
    apiKey?: string | null;
  } = {},
): Promise<RawAnswer> {
  const { method, body, rawBody, headers, token } = options;
  const apiKey = options.apiKey === undefined ? server.publishableKey : options.apiKey;
  const hasBody = body !== undefined || rawBody !== undefined;
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method: method ?? (hasBody ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: {
      ...(apiKey === null ? {} : { apikey: apiKey }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { body: rawBody ?? JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

/** Resolves once at least `count` statements of the server wait for a lock that the test holds. */
export function waitForBlocked(server: TestServer, count: number): Promise<void> {
  return vi.waitFor(
    async () => {
      const blocked = await server.sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (blocked.length < count) throw new Error(`${blocked.length} statements wait.`);
    },
    { timeout: 30_000, interval: 10 },
  );
}

/** Resolves once all queued emails are sent. */
export function waitForMails(server: TestServer): Promise<void> {
  return vi.waitFor(
    async () => {
      const waiting = await server.sql`select 1 from backend_auth.outbox`;
      if (waiting.length > 0) throw new Error(`${waiting.length} messages wait.`);
    },
    { timeout: 30_000, interval: 10 },
  );
}

/** Returns the code and the link of the last email to an address. */
export async function readMail(
  server: TestServer,
  to: string,
): Promise<{ code: string; link: URL }> {
  await waitForMails(server);
  const mail = server.mails.findLast(
    (candidate) => candidate.to === to && candidate.text.includes('Your code:'),
  );
  if (mail === undefined) throw new Error(`There is no mail to ${to}.`);
  const code = /Your code: (\d{6})/.exec(mail.text)?.[1];
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (code === undefined || link === undefined) throw new Error('The mail has no code or link.');
  return { code, link: new URL(link) };
}

/** Opens the path of an email link on the test server. The link itself has the public URL of the site. */
export async function openLink(server: TestServer, link: URL): Promise<URL> {
  const response = await fetch(`${server.url}${link.pathname}${link.search}`, {
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (response.status !== 303 || location === null) {
    throw new Error(`The link answered ${response.status}.`);
  }
  return new URL(location);
}
