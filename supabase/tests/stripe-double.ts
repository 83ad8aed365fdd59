import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const STRIPE_KEY = 'sk_test_of_the_double';
export const WEBHOOK_SECRET = 'whsec_of_the_double';

export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly mode: 'payment';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  readonly metadata: Record<string, string>;
  readonly url: string;
}

/** A substitute for the part of Stripe's HTTP API that the functions use. */
export function createStripeDouble() {
  const sessions = new Map<string, Session>();
  const byIdempotencyKey = new Map<string, { readonly body: string; readonly session: Session }>();
  const forms: URLSearchParams[] = [];
  let isDown = false;
  let holding: { reach: () => void; released: Promise<undefined> } | null = null;

  /** Null when the key was used with other parameters. */
  function create(form: URLSearchParams, key: string): Session | null {
    const body = form.toString();
    const known = byIdempotencyKey.get(key);
    if (known !== undefined) return known.body === body ? known.session : null;
    const id = `cs_test_${String(sessions.size + 1)}`;
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const inner = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return inner === undefined ? [] : [[inner, value] as const];
      }),
    );
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      payment_status: 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata,
      url: `https://checkout.stripe.example/${id}`,
    };
    sessions.set(id, session);
    byIdempotencyKey.set(key, { body, session });
    return session;
  }

  const server: Server = createServer((request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      if (isDown) return request.socket.destroy();
      if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
        return reply(401, { error: { type: 'invalid_request_error' } });
      }
      if (request.method === 'POST' && request.url === '/v1/checkout/sessions') {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        forms.push(form);
        const created = create(form, String(request.headers['idempotency-key']));
        return created === null
          ? reply(400, { error: { type: 'idempotency_error' } })
          : reply(200, created);
      }
      const session = sessions.get(request.url?.split('/').at(-1) ?? '');
      const respond = () =>
        session === undefined
          ? reply(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
          : reply(200, session);
      if (holding === null) return respond();
      const { reach, released } = holding;
      holding = null;
      reach();
      return void released.then(respond);
    });
  });
  return {
    sessions,
    forms,

    /** The settings that make a server use this instead of Stripe. */
    async listen() {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      return {
        FUNCTIONS_SECRET_STRIPE_SECRET_KEY: STRIPE_KEY,
        FUNCTIONS_SECRET_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        FUNCTIONS_SECRET_STRIPE_API_URL: `http://${address}`,
        FUNCTIONS_ALLOW_NET: address,
      };
    },

    close() {
      server.close();
      server.closeAllConnections();
    },

    /** Holds the response to the next request for a session until it is released. */
    hold(): { readonly reached: Promise<undefined>; release: () => void } {
      const reached = Promise.withResolvers<undefined>();
      const released = Promise.withResolvers<undefined>();
      holding = { reach: () => reached.resolve(undefined), released: released.promise };
      return { reached: reached.promise, release: () => released.resolve(undefined) };
    },
    setDown(down: boolean) {
      isDown = down;
    },
  };
}
