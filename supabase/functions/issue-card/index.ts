/** Issues the card of an approved order with the card issuer of the operator, or with a sandbox. */
import type { CardOrder, IssuedCard } from '../_shared/delivery-provider.ts';
import { serveDelivery } from '../_shared/serve-delivery.ts';

const SAMPLE_YEARS = 3;

function readCard({ last4, expiry }: Readonly<Record<string, unknown>>): IssuedCard | null {
  if (typeof last4 !== 'string' || !/^\d{4}$/.test(last4)) return null;
  if (typeof expiry !== 'string' || !/^(?:0[1-9]|1[0-2])\/20\d\d$/.test(expiry)) return null;
  return { last4, expiry };
}

function sampleCard(): IssuedCard {
  const now = new Date();
  const month = String(now.getUTCMonth() + 1).padStart(2, '0');
  return { last4: '4242', expiry: `${month}/${now.getUTCFullYear() + SAMPLE_YEARS}` };
}

Deno.serve(
  serveDelivery<CardOrder, IssuedCard>({
    kind: 'card_order',
    urlVariable: 'CARD_ISSUER_URL',
    keyVariable: 'CARD_ISSUER_KEY',
    readResult: readCard,
    sample: sampleCard,
  }),
);
