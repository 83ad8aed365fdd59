/**
 * Completes a record when a signed event of Stripe reports that its session is
 * paid, even if the customer never returns to the product. If the customer
 * returns first, confirm-payment completes it and the event changes nothing.
 */
import type Stripe from 'stripe';
import { connectAsService } from '../_shared/backend.ts';
import { requirePayment } from '../_shared/card-provider.ts';
import { answer, onPost, optionalVariable, HttpError } from '../_shared/http.ts';
import { m } from '../_shared/paraglide/messages.js';
import {
  ALREADY_CONFIRMED,
  completeRecord,
  findRecord,
  readRecordId,
  readRecordType,
} from '../_shared/payment-record.ts';
import { createStripeClient, toSession } from '../_shared/stripe-provider.ts';

/** An older event may be a replay. Stripe signs each delivery attempt with its own time. */
const TOLERANCE_S = 300;
const PAID_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

async function readEvent(request: Request): Promise<Stripe.Event> {
  const key = optionalVariable('STRIPE_SECRET_KEY');
  const secret = optionalVariable('STRIPE_WEBHOOK_SECRET');
  if (key === null || secret === null) throw new HttpError(503, m.error_not_set_up);
  const signature = request.headers.get('Stripe-Signature');
  if (signature === null) throw new HttpError(400, 'The event is not signed.');
  const stripe = createStripeClient(key, optionalVariable('STRIPE_API_URL'));
  const text = await request.text();
  return stripe.webhooks.constructEventAsync(text, signature, secret, TOLERANCE_S).catch(() => {
    throw new HttpError(400, 'The signature of the event is not valid.');
  });
}

/** @throws HttpError when the event does not pay for a pending record */
async function complete(session: ReturnType<typeof toSession>): Promise<void> {
  const service = connectAsService();
  const type = readRecordType(session.recordType);
  const id = readRecordId(session.recordId);
  const record = await findRecord(service, type, id, readRecordId(session.userId));
  if (record === null) throw new HttpError(404, 'Record not found.');
  requirePayment(session, record);
  await completeRecord(service, record, session.id);
}

Deno.serve(
  onPost(async (request) => {
    const event = await readEvent(request);
    if (!PAID_EVENTS.includes(event.type)) return answer({ received: true });
    const session = toSession(event.data.object as Stripe.Checkout.Session);
    // A later event reports the payment.
    if (!session.isPaid) return answer({ received: true });
    try {
      await complete(session);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      // The event is accepted, because a retry would change nothing. The operator has to handle a payment without
      // a record.
      if (error.hint !== ALREADY_CONFIRMED) {
        console.error(
          'card-webhook: a payment completes no record',
          event.id,
          session.id,
          error.message,
        );
      }
    }
    return answer({ received: true });
  }),
);
