import type { Database } from '../../../packages/database/src/generated.ts';
import type { Backend } from './backend.ts';
import type { CardProvider } from './card-provider.ts';
import { optionalVariable } from './http.ts';
import { isOnThisMachineOnly } from './local-only.ts';

export type SandboxSession = Database['public']['Tables']['sandbox_checkout_sessions']['Row'];

const ID_BYTES = 24;
const SANDBOX_ID = /^cs_sandbox_[\da-f]{48}$/;

/**
 * Whether test payments are allowed. They complete real records, so only requests from the server's own
 * machine can make them, and only without a real card provider.
 */
export function isSandboxAllowed(request: Request): boolean {
  return optionalVariable('STRIPE_SECRET_KEY') === null && isOnThisMachineOnly(request);
}

function generateId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `cs_sandbox_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export async function findSandboxSession(
  service: Backend,
  id: string,
): Promise<SandboxSession | null> {
  if (!SANDBOX_ID.test(id)) return null;
  const { data, error } = await service
    .from('sandbox_checkout_sessions')
    .select('*')
    .eq('id', id)
    .maybeSingle();
  if (error !== null) throw error;
  return data;
}

/** A card provider that moves no money. Its payment page is the function sandbox-checkout. */
export function createSandbox(service: Backend): CardProvider {
  return {
    async createCheckout({ record, presentations }) {
      const [{ locale, description, successUrl, cancelUrl }] = presentations;
      const id = generateId();
      const { error } = await service.from('sandbox_checkout_sessions').insert({
        id,
        record_type: record.type,
        record_id: record.id,
        user_id: record.userId,
        amount_minor: record.amountMinor,
        currency: record.currency,
        description,
        success_url: successUrl.replace('{CHECKOUT_SESSION_ID}', id),
        cancel_url: cancelUrl,
      });
      if (error !== null) throw error;
      return `${new URL(cancelUrl).origin}/functions/v1/sandbox-checkout?session_id=${id}&locale=${locale}`;
    },
    async findSession(sessionId) {
      const session = await findSandboxSession(service, sessionId);
      if (session === null) return null;
      return {
        id: session.id,
        isPaid: session.status === 'paid',
        recordType: session.record_type,
        recordId: session.record_id,
        userId: session.user_id,
        amountMinor: session.amount_minor,
        currency: session.currency,
      };
    },
  };
}
