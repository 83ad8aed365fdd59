import type { Person } from './people.ts';

const TIER_PRICES = { premium: 15, metal: 50 } as const;

interface OrderDetails {
  readonly paymentMethod?: string;
  readonly reference?: string;
  readonly tier?: keyof typeof TIER_PRICES;
}

/** A card order as the cards page sends it. Resolves to its id. */
export async function submitOrder(person: Person, details: OrderDetails = {}): Promise<string> {
  const { paymentMethod = 'bank_transfer', reference = 'TR-2026-77', tier = 'premium' } = details;
  const { data, error } = await person.client
    .from('orders')
    .insert({
      user_id: person.userId,
      status: 'pending_manual_verification',
      amount: TIER_PRICES[tier],
      currency: 'USD',
      card_details: { tier, cardName: 'Travel' },
      payment_method: paymentMethod,
      transaction_reference: reference,
    })
    .select('id')
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}

/** A recharge as the recharge page sends it. Resolves to its id. */
export async function submitRecharge(person: Person): Promise<string> {
  const { data, error } = await person.client
    .from('recharges')
    .insert({
      user_id: person.userId,
      operator: 'MTN',
      phone_number: '+234 800 000 0000',
      amount: 20,
      currency: 'USD',
      status: 'pending_manual_verification',
      recharge_details: { type: 'data' },
      payment_method: 'binance_pay',
      transaction_reference: 'BP-4711',
    })
    .select('id')
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}

/** The rows of a table that this user can read. */
export async function rowsOf(
  { client, userId }: Person,
  table: 'orders' | 'recharges' | 'transactions',
): Promise<Record<string, unknown>[]> {
  const { data, error } = await client.from(table).select('*').eq('user_id', userId);
  if (error) throw error;
  return data as Record<string, unknown>[];
}

interface RecordState {
  readonly status: string;
  readonly admin_notes: string | null;
  readonly reviewed_by: string | null;
}

/** The stored columns of a record that `person` can read. */
export async function readRecord(
  person: Person,
  table: 'orders' | 'recharges',
  id: string,
): Promise<RecordState> {
  const { data, error } = await person.client
    .from(table)
    .select('status, admin_notes, reviewed_by')
    .eq('id', id)
    .single<RecordState>();
  if (error) throw error;
  return data;
}

/** The stored profile of a user. */
export async function readProfile({ client, userId }: Person): Promise<Record<string, unknown>> {
  const { data, error } = await client
    .from('profiles')
    .select('*')
    .eq('id', userId)
    .single<Record<string, unknown>>();
  if (error) throw error;
  return data;
}

/** Decides a record as the administrator; the customer can read the notes. */
export async function decide(
  administrator: Pick<Person, 'client'>,
  table: 'orders' | 'recharges',
  id: string,
  decision: { status: 'manual_payment_approved' | 'manual_payment_rejected'; admin_notes?: string },
): Promise<void> {
  const { data, error } = await administrator.client
    .from(table)
    .update(decision)
    .eq('id', id)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new Error('Nothing was decided.');
}
