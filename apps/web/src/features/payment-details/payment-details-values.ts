import type { PaymentMethodSetting } from '../../payment/payment-methods.ts';
import type { PaymentDetailsValues } from './payment-details.schema.ts';

/** The initial values of the form. */
export function valuesOf(setting: PaymentMethodSetting): PaymentDetailsValues {
  return {
    isOffered: setting.isOffered,
    instruction: setting.instruction ?? '',
    lines: (setting.details ?? []).map(({ label, value }) => ({ label, value })),
  };
}
