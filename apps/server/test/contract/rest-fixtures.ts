import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { startTestServer, type TestServer } from '../support/index.ts';

const FIXTURES = new URL('./rest-fixtures.sql', import.meta.url);

/** The SQL of the fixtures' schemas. */
export function readFixtures(): Promise<string> {
  return readFile(FIXTURES, 'utf8');
}

/** Starts a server that exposes the fixtures' schemas instead of the product's. */
export async function startShop(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return startTestServer({
    environment: {
      DB_SCHEMAS: 'shop,annex',
      DB_PLAN_ENABLED: 'true',
      DB_TX_END: 'commit-allow-override',
      ...environment,
    },
    prepare: async (sql) => {
      await sql.unsafe(await readFixtures());
    },
  });
}

/** Creates a supabase-js client, by default with the secret key. */
export function clientOf(server: TestServer, key = server.secretKey) {
  return createClient(server.url, key, {
    db: { schema: 'shop' },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly key?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; null without a body. */
  readonly json: unknown;
}

/** Sends a plain HTTP request, for requests that supabase-js cannot send. */
export async function ask(
  server: TestServer,
  path: string,
  { method = 'GET', headers = {}, body, key = server.secretKey }: RawRequest = {},
): Promise<RawAnswer> {
  const response = await fetch(`${server.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: key,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const essence = response.headers.get('content-type')?.split(';')[0] ?? '';
  const isJson = essence.endsWith('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as unknown) : null,
  };
}
