import Stripe from 'stripe';
import type { CardProvider, CheckoutSession } from './card-provider.ts';
import { HttpError } from './http.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 1;
const NOT_FOUND = 404;

export function createStripeClient(key: string, apiUrl: string | null): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(address === null
      ? {}
      : {
          protocol: address.protocol === 'http:' ? 'http' : 'https',
          host: address.hostname,
          ...(address.port === '' ? {} : { port: Number(address.port) }),
        }),
  });
}

export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    isPaid: session.mode === 'payment' && session.payment_status === 'paid',
    recordType: session.metadata?.record_type ?? null,
    recordId: session.metadata?.record_id ?? null,
    userId: session.metadata?.user_id ?? null,
    amountMinor: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
  };
}

/** Logs the provider's error. The customer gets a general message. */
function unavailable(error: unknown): HttpError {
  const { type, code } = error as { type?: string; code?: string };
  console.error('the card provider failed', type, code);
  return new HttpError(503, "We couldn't reach the card provider. Please try again in a moment.");
}

export function createStripeProvider(key: string, apiUrl: string | null): CardProvider {
  const stripe = createStripeClient(key, apiUrl);
  return {
    async createCheckout({ record, email, description, successUrl, cancelUrl }) {
      const metadata = { record_type: record.type, record_id: record.id, user_id: record.userId };
      const session = await stripe.checkout.sessions
        .create(
          {
            mode: 'payment',
            client_reference_id: record.id,
            metadata,
            payment_intent_data: { metadata },
            ...(email === null ? {} : { customer_email: email }),
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: record.currency.toLowerCase(),
                  unit_amount: record.amountMinor,
                  product_data: { name: description },
                },
              },
            ],
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          // A repeated request returns the same page, so that a customer cannot pay twice for one record.
          { idempotencyKey: `beaconpay ${record.type} ${record.id} ${new URL(cancelUrl).origin}` },
        )
        .catch((error: unknown) => {
          throw unavailable(error);
        });
      if (session.url === null)
        throw new HttpError(503, "The card provider didn't return a payment page.");
      return session.url;
    },
    async findSession(sessionId) {
      try {
        return toSession(await stripe.checkout.sessions.retrieve(sessionId));
      } catch (error) {
        if ((error as { statusCode?: number }).statusCode === NOT_FOUND) return null;
        throw unavailable(error);
      }
    },
  };
}
