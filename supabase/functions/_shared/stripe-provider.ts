import Stripe from 'stripe';
import type { CardProvider, CheckoutSession, Presentation } from './card-provider.ts';
import { HttpError } from './http.ts';
import type { Locale } from './language.ts';
import { m } from './paraglide/messages.js';
import type { PaymentRecord } from './payment-record.ts';

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
  return new HttpError(503, m.error_provider_unreachable);
}

/** The languages of the payment page. Stripe has no page in Hindi or Arabic, so it uses the browser's language. */
const PAGE_LOCALES: Readonly<Record<Locale, Stripe.Checkout.SessionCreateParams.Locale>> = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  es: 'es',
  hi: 'auto',
  ar: 'auto',
};

function parametersOf(
  record: PaymentRecord,
  email: string | null,
  { locale, description, successUrl, cancelUrl }: Presentation,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { record_type: record.type, record_id: record.id, user_id: record.userId };
  return {
    mode: 'payment',
    locale: PAGE_LOCALES[locale],
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
  };
}

/** Whether the same key was used with other parameters before. */
function isOtherRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

export function createStripeProvider(key: string, apiUrl: string | null): CardProvider {
  const stripe = createStripeClient(key, apiUrl);
  return {
    async createCheckout({ record, email, presentations }) {
      const { origin } = new URL(presentations[0].cancelUrl);
      // A repeated request returns the same page, so that a customer cannot pay twice for one record.
      const idempotencyKey = `beaconpay ${record.type} ${record.id} ${origin}`;
      // A customer who has changed the language gets the earlier page: Stripe finds it by its own parameters.
      for (const presentation of presentations) {
        const session = await stripe.checkout.sessions
          .create(parametersOf(record, email, presentation), { idempotencyKey })
          .catch((error: unknown) => {
            if (isOtherRequest(error)) return null;
            throw unavailable(error);
          });
        if (session === null) continue;
        if (session.url === null) throw new HttpError(503, m.error_no_payment_page);
        return session.url;
      }
      throw new HttpError(503, m.error_no_payment_page);
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
