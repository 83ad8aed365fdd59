import type { PaymentMethodSetting } from '../../payment/payment-methods.ts';
import type { PaymentDetailsValues } from './payment-details.schema.ts';

/** What the form starts with. */
export function valuesOf(setting: PaymentMethodSetting): PaymentDetailsValues {
  return {
    isOffered: setting.isOffered,
    instruction: setting.instruction ?? '',
    lines: (setting.details ?? []).map(({ label, value }) => ({ label, value })),
  };
}
