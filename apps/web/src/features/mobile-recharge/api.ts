import { recordPayment } from '../../payment/api.ts';
import type { Attempt, RecordedSubmission } from '../../payment/manual-payment.ts';
import type { Recharge } from './recharge.schema.ts';

/** Records a recharge; see `recordPayment`. */
export function submitRecharge(recharge: Recharge, attempt: Attempt): Promise<RecordedSubmission> {
  const { operator, phoneNumber, type } = recharge;
  return recordPayment({
    kind: 'mobile_recharge',
    payment: recharge,
    attempt,
    description: `Mobile recharge: ${operator.name}`,
    insert: (supabase, columns) =>
      supabase
        .from('recharges')
        .insert({
          ...columns,
          operator: operator.name,
          phone_number: phoneNumber,
          recharge_details: { type },
        })
        .select('id'),
  });
}
