import { readFunctionError } from '../lib/backend-error.ts';
import { LANGUAGE } from '../lib/locale.ts';
import { loadSupabase } from '../lib/supabase.ts';
import { m } from '../paraglide/messages.js';
import type { RecordKind } from './record-kinds.ts';

/** The function refused to create a payment page. The message gives the reason. */
export class CheckoutRefusedError extends Error {
  override name = 'CheckoutRefusedError';
}

/** The URL of the card provider's payment page for the user's pending record. */
export async function createCheckout(kind: RecordKind, recordId: string): Promise<string> {
  const supabase = await loadSupabase();
  const result: { data: { url?: unknown } | null; error: unknown } =
    await supabase.functions.invoke('create-checkout', {
      body: { type: kind, record_id: recordId },
      headers: { 'Accept-Language': LANGUAGE },
    });
  if (typeof result.data?.url === 'string') return result.data.url;
  const { status, message } = await readFunctionError(result.error);
  if (status === null) throw new Error('The response has no URL.', { cause: result.error });
  throw new CheckoutRefusedError(message || m.payment_we_couldnt_open_payment_page(), {
    cause: result.error,
  });
}
