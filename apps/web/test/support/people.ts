import { sessionStorageKey } from '../../src/lib/configuration.ts';
import type { Profile } from '../../src/session/profile.ts';
import type { FakeBackend } from './backend.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly profile: Profile;
}

export function createPerson(details: Partial<Profile> = {}): Person {
  const id = crypto.randomUUID();
  return {
    id,
    email: 'grace@example.com',
    profile: {
      id,
      full_name: 'Grace Hopper',
      account_type: 'personal',
      phone_number: null,
      date_of_birth: null,
      street_address: null,
      city: null,
      postal_code: null,
      country: null,
      avatar_url: null,
      company_name: null,
      company_registration_number: null,
      company_address: null,
      company_website: null,
      company_phone: null,
      created_at: '2026-01-01T12:00:00Z',
      updated_at: '2026-01-01T12:00:00Z',
      ...details,
    },
  };
}

/** The response of the auth service to a sign-in. */
export function sessionOf({ id, email }: Person) {
  const expiresAtS = Math.floor(Date.now() / 1000) + 3600;
  const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, '');
  const claims = { sub: id, exp: expiresAtS, role: 'authenticated', aal: 'aal1', amr: [] };
  return {
    access_token: `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.AA`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAtS,
    user: { id, email, aud: 'authenticated', app_metadata: {}, user_metadata: {}, factors: [] },
  };
}

/** Sets the responses for the data of a user, who can sign in later. */
export function respondWithUser(person: Person, backend: FakeBackend): void {
  backend.respond('GET /rest/v1/profiles', () =>
    Response.json({ ...person.profile, orders: [], recharges: [] }),
  );
  backend.respond('GET /auth/v1/user', () => Response.json(sessionOf(person).user));
  backend.respond('POST /auth/v1/token', () => Response.json(sessionOf(person)));
  // Parts of the dashboard that these tests do not check.
  for (const route of [
    'GET /rest/v1/transactions',
    'GET /rest/v1/account_deletion_requests',
    'GET /rest/v1/orders',
    'GET /rest/v1/deliveries',
    'GET /rest/v1/mail_preferences',
    'GET /rest/v1/payment_states',
    'GET /auth/v1/passkeys',
    'POST /rest/v1/rpc/my_sessions',
  ] as const) {
    backend.respond(route, () => Response.json([]));
  }
}

/** Returns a function that publishes a session from another tab in the way of the auth client. */
export function otherTab({ origin }: FakeBackend) {
  const key = sessionStorageKey({ supabaseUrl: origin });
  return (event: 'SIGNED_IN' | 'SIGNED_OUT', session: ReturnType<typeof sessionOf> | null) => {
    if (session === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(session));
    const channel = new BroadcastChannel(key);
    channel.postMessage({ event, session });
    channel.close();
  };
}
