import { environment } from './environment.ts';
import type { Person } from './people.ts';

/** Pays for an order with the card of the sandbox. Resolves to the path that the customer returns to. */
export async function payInSandbox({ client }: Person, orderId: string): Promise<string> {
  const { data: checkout } = await client.functions.invoke<{ url: string }>('create-checkout', {
    body: { type: 'card_order', record_id: orderId },
    headers: { Origin: environment.url },
  });
  if (checkout === null) throw new Error('There is no checkout.');
  const { search } = new URL(checkout.url);
  const paid = await fetch(`${environment.url}/functions/v1/sandbox-checkout${search}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
    redirect: 'manual',
  });
  const back = new URL(paid.headers.get('location') ?? '', environment.url);
  return `${back.pathname}${back.search}`;
}
