import type { Backend } from './backend.ts';
import type { CardProvider } from './card-provider.ts';
import { optionalVariable, HttpError } from './http.ts';
import { m } from './paraglide/messages.js';
import { createSandbox, isSandboxAllowed } from './sandbox.ts';
import { createStripeProvider } from './stripe-provider.ts';

/**
 * Stripe if the operator has set its key; otherwise the sandbox, if it is allowed.
 *
 * @throws HttpError 503 when neither is available
 */
export function chooseCardProvider(service: Backend, request: Request): CardProvider {
  const key = optionalVariable('STRIPE_SECRET_KEY');
  if (key !== null) return createStripeProvider(key, optionalVariable('STRIPE_API_URL'));
  if (isSandboxAllowed(request)) return createSandbox(service);
  throw new HttpError(503, m.error_not_set_up);
}
