/** Sends the top-up of an approved recharge with the provider of the operator, or with a sandbox. */
import type { SentTopUp, TopUpOrder } from '../_shared/delivery-provider.ts';
import { serveDelivery } from '../_shared/serve-delivery.ts';

const MAX_CONFIRMATION_LENGTH = 500;

function readConfirmation({ confirmation }: Readonly<Record<string, unknown>>): SentTopUp | null {
  if (typeof confirmation !== 'string') return null;
  const text = confirmation.trim();
  return text === '' || text.length > MAX_CONFIRMATION_LENGTH ? null : { confirmation: text };
}

Deno.serve(
  serveDelivery<TopUpOrder, SentTopUp>({
    kind: 'mobile_recharge',
    urlVariable: 'TOP_UP_URL',
    keyVariable: 'TOP_UP_KEY',
    readResult: readConfirmation,
    sample: (recordId) => ({ confirmation: `SANDBOX-${recordId.slice(0, 8)}` }),
  }),
);
