/**
 * Posts the events of the outbox to the URL of the team's chat. A scheduled job of the database calls it without a
 * secret: the call only makes it look for deliveries that are due.
 */
import { connectAsService, type Backend } from '../_shared/backend.ts';
import { answer, onPost } from '../_shared/http.ts';
import { signedHeaders } from './signature.ts';
import { reasonToRefuse } from './webhook-target.ts';

const BATCH = 20;
const TIMEOUT_MS = 10_000;
const SUCCESS = 200;
const REDIRECT = 300;

interface Delivery {
  readonly id: string;
  readonly attempt: number;
  readonly event: string;
  readonly data: unknown;
  readonly created_at: string;
  readonly url: string;
  readonly secret: string | null;
}

interface Answer {
  readonly status: number | null;
  readonly error: string | null;
}

/** A sentence for a chat. Other receivers read event and data. */
function textOf({ event, data }: Delivery): string {
  const { id, amount, currency, method } = data as Record<string, unknown>;
  if (typeof id !== 'string') return `BeaconPay: ${event}`;
  return `BeaconPay: ${event}, record ${id.slice(0, 8)}, ${String(amount)} ${String(currency)}, ${String(method)}`;
}

async function post(delivery: Delivery): Promise<Answer> {
  const { id, event, data, created_at: createdAt, url, secret } = delivery;
  const refusal = await reasonToRefuse(url);
  if (refusal !== null) return { status: null, error: refusal };
  const body = JSON.stringify({ id, event, created_at: createdAt, data, text: textOf(delivery) });
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A redirect could lead into a local network.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'Content-Type': 'application/json',
        ...(await signedHeaders(id, Math.floor(Date.now() / 1000), body, secret)),
      },
      body,
    });
    await response.body?.cancel();
    const isAccepted = response.status >= SUCCESS && response.status < REDIRECT;
    return { status: response.status, error: isAccepted ? null : 'not accepted' };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    return {
      status: null,
      error: name === 'NotCapable' ? 'the host is not allowed' : `no answer: ${name}`,
    };
  }
}

async function deliver(service: Backend, delivery: Delivery): Promise<boolean> {
  const { status, error } = await post(delivery);
  const { error: failure } = await service.rpc('complete_webhook', {
    delivery_id: delivery.id,
    delivery_attempt: delivery.attempt,
    // The generated type has no null.
    status_code: status as number,
    ...(error === null ? {} : { error }),
  });
  if (failure !== null) throw failure;
  if (error !== null) {
    console.error(
      'send-webhooks: failed to deliver',
      delivery.id,
      delivery.event,
      error,
      status ?? '',
    );
  }
  return error === null;
}

Deno.serve(
  onPost(async () => {
    const service = connectAsService();
    const { data, error } = await service.rpc('claim_webhooks', { max_deliveries: BATCH });
    if (error !== null) throw error;
    const results = await Promise.all(
      (data as unknown as Delivery[]).map((delivery) => deliver(service, delivery)),
    );
    const delivered = results.filter(Boolean).length;
    return answer({ delivered, failed: results.length - delivered });
  }),
);
