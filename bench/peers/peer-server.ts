import { randomUUID } from 'node:crypto';

/** A running server that speaks Supabase's HTTP contract. */
export interface PeerServer {
  readonly port: number;
  readonly publishableKey: string;
  /** The `apikey` header of the service role, and its bearer token. */
  readonly serviceKey: string;
  readonly serviceToken: string;
  stop(): Promise<void>;
}

export interface Customer {
  readonly id: string;
  readonly token: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Supabase Lite accepts 100 parameters for each statement on SQLite. */
const NOTES_PER_INSERT = 50;
const NOTE =
  'A note of about a hundred characters, which is the length of a short message between two people.';

async function post(
  server: PeerServer,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${String(server.port)}${path}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  throw new Error(`POST ${path} returned ${String(response.status)}: ${await response.text()}`);
}

export function headersOf(server: PeerServer, customer: Customer): Record<string, string> {
  return { apikey: server.publishableKey, Authorization: `Bearer ${customer.token}` };
}

export function serviceHeadersOf(server: PeerServer): Record<string, string> {
  return { apikey: server.serviceKey, Authorization: `Bearer ${server.serviceToken}` };
}

export const noteOf = (customer: Customer): string =>
  JSON.stringify({ user_id: customer.id, body: NOTE });

/** Signs up customers. Each inserts notes of their own. */
export async function fillWithNotes(
  server: PeerServer,
  customers: number,
  notesEach: number,
): Promise<Customer[]> {
  const signedUp: Customer[] = [];
  for (let count = 0; count < customers; count += 1) {
    const response = await post(
      server,
      '/auth/v1/signup',
      { apikey: server.publishableKey },
      { email: `${randomUUID()}@example.com`, password: 'correct horse battery staple' },
    );
    const session = (await response.json()) as { access_token: string; user: { id: string } };
    const customer = { id: session.user.id, token: session.access_token };
    for (let inserted = 0; inserted < notesEach; inserted += NOTES_PER_INSERT) {
      const length = Math.min(NOTES_PER_INSERT, notesEach - inserted);
      const notes = Array.from({ length }, () => ({ user_id: customer.id, body: NOTE }));
      await post(server, '/rest/v1/notes', headersOf(server, customer), notes);
    }
    signedUp.push(customer);
  }
  return signedUp;
}

/** Creates a private bucket, and returns its id. */
export async function createBucket(server: PeerServer): Promise<string> {
  const id = `bench-${randomUUID()}`;
  await post(server, '/storage/v1/bucket', serviceHeadersOf(server), {
    id,
    name: id,
    public: false,
  });
  return id;
}
