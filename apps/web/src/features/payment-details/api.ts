import type { PaymentMethodSetting } from '../../payment/payment-methods.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import type { PaymentDetails } from './payment-details.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Another administrator changed the same method while this form was open. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';

  constructor() {
    super(m.payment_details_someone_else_has_just_changed_this_method());
  }
}

/**
 * Changes how customers pay with one method. Throws SignedOutError, ChangedMeanwhileError, or the backend's
 * error.
 */
export async function savePaymentDetails(
  adminId: string,
  setting: PaymentMethodSetting,
  { isOffered, instruction, details }: PaymentDetails,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase
    .from('payment_method_settings')
    .update({
      is_offered: isOffered,
      instruction,
      details: details?.map((line) => ({ ...line })) ?? null,
    })
    .eq('method', setting.method)
    .eq('updated_at', setting.updatedAt)
    .select('method');
  if (error) throw error;
  if (data.length !== 1) throw new ChangedMeanwhileError();
}
