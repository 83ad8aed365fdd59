import type { Backend } from './backend.ts';
import type { CardProvider } from './card-provider.ts';
import { optionalVariable, Refusal } from './http.ts';
import { createSandbox, isSandboxAllowed } from './sandbox.ts';
import { createStripeProvider } from './stripe-provider.ts';

/**
 * Stripe where the operator has a key of it; else the sandbox, where it may run.
 *
 * @throws Refusal 503 where there is neither
 */
export function chooseCardProvider(service: Backend, request: Request): CardProvider {
  const key = optionalVariable('STRIPE_SECRET_KEY');
  if (key !== null) return createStripeProvider(key, optionalVariable('STRIPE_API_URL'));
  if (isSandboxAllowed(request)) return createSandbox(service);
  throw new Refusal(503, "Card payments aren't set up.");
}
