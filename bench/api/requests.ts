import type { SignedInPerson } from './customers.ts';
import { FRESH_KEY_MARKER } from './fresh-key.ts';

/** A request as supabase-js sends it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expectedStatus: number;
}

export type ScenarioName =
  | 'own-orders'
  | 'unfiltered-orders'
  | 'pending-page'
  | 'insert-order'
  | 'sign-in';

const CLIENT_HEADERS = {
  Connection: 'keep-alive',
  Accept: '*/*',
  'Accept-Language': '*',
  'Sec-Fetch-Mode': 'cors',
  'User-Agent': 'node',
  'Accept-Encoding': 'br, gzip, deflate',
  'X-Client-Info': 'supabase-js-web/2.0.0',
};

function dataHeaders(person: SignedInPerson, publishableKey: string): Record<string, string> {
  return {
    ...CLIENT_HEADERS,
    apikey: publishableKey,
    Authorization: `Bearer ${person.token}`,
  };
}

/**
 * The ten newest orders of a customer, with the customer's profile.
 *
 * @param isFiltered filters by the customer's id, as the product does; without it, only the policies filter
 */
export function ownOrdersRequest(
  person: SignedInPerson,
  publishableKey: string,
  isFiltered = true,
): ApiRequest {
  const query = new URLSearchParams({
    select: '*,profiles(full_name)',
    ...(isFiltered ? { user_id: `eq.${person.id}` } : {}),
    order: 'created_at.desc',
    limit: '10',
  });
  return {
    method: 'GET',
    path: `/rest/v1/orders?${query.toString()}`,
    headers: { ...dataHeaders(person, publishableKey), 'Accept-Profile': 'public' },
    body: null,
    expectedStatus: 200,
  };
}

/** The first page of pending orders with their count, as the admin panel requests it. */
export function pendingPageRequest(administrator: SignedInPerson, key: string): ApiRequest {
  const query = new URLSearchParams({
    select:
      'id,amount,currency,payment_method,transaction_reference,created_at,card_details,' +
      'profiles(full_name,users(email))',
    status: 'eq.pending_manual_verification',
    order: 'created_at.asc,id.asc',
    offset: '0',
    limit: '10',
  });
  return {
    method: 'GET',
    path: `/rest/v1/orders?${query.toString()}`,
    headers: {
      ...dataHeaders(administrator, key),
      'Accept-Profile': 'public',
      Prefer: 'count=exact',
    },
    body: null,
    expectedStatus: 206,
  };
}

/** Inserts a card order idempotently and returns its id. */
export function insertOrderRequest(person: SignedInPerson, publishableKey: string): ApiRequest {
  return {
    method: 'POST',
    path: '/rest/v1/orders?select=id',
    headers: {
      ...dataHeaders(person, publishableKey),
      Accept: 'application/vnd.pgrst.object+json',
      'Content-Profile': 'public',
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
      'Idempotency-Key': FRESH_KEY_MARKER,
    },
    body: JSON.stringify({
      user_id: person.id,
      status: 'pending_manual_verification',
      amount: 15,
      currency: 'USD',
      card_details: { tier: 'premium', cardName: 'My Virtual Card' },
      payment_method: 'bank_transfer',
      transaction_reference: 'BENCH-20260102-7781',
    }),
    expectedStatus: 201,
  };
}

export function signInRequest(
  person: Pick<SignedInPerson, 'email'>,
  password: string,
  publishableKey: string,
): ApiRequest {
  return {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: {
      ...CLIENT_HEADERS,
      apikey: publishableKey,
      Authorization: `Bearer ${publishableKey}`,
      'Content-Type': 'application/json;charset=UTF-8',
      'X-Supabase-Api-Version': '2024-01-01',
    },
    body: JSON.stringify({
      email: person.email,
      password,
      gotrue_meta_security: {},
    }),
    expectedStatus: 200,
  };
}

/** Formats a request as HTTP/1.1. */
export function toWireText(request: ApiRequest, port: number): string {
  const { method, path, headers, body } = request;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${String(port)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [`Content-Length: ${String(Buffer.byteLength(body))}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
