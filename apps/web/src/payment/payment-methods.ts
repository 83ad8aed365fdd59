import { type PaymentInstructionLine } from '@beaconpay/domain';
import type { Json, Tables } from '@beaconpay/database';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method-texts.ts';

/** The settings of an administrator for one manual method. */
export interface PaymentMethodSetting {
  method: string;
  isOffered: boolean;
  /** Null: the built-in sentence is shown. */
  instruction: string | null;
  /** Null: the built-in placeholders are shown. */
  details: readonly PaymentInstructionLine[] | null;
  /** ISO 8601, to the microsecond: it distinguishes one change from the next. */
  updatedAt: string;
}

export function toSetting(
  row: Omit<Tables<'payment_method_settings'>, 'id'>,
): PaymentMethodSetting {
  return {
    method: row.method,
    isOffered: row.is_offered,
    instruction: row.instruction,
    details: row.details === null ? null : instructionLines(row.details),
    updatedAt: row.updated_at,
  };
}

/** The lines of a stored list, each with a label and a value. The database accepts no other content. */
function instructionLines(stored: Json | undefined): PaymentInstructionLine[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((line) =>
    typeof line === 'object' &&
    line !== null &&
    !Array.isArray(line) &&
    typeof line.label === 'string' &&
    typeof line.value === 'string'
      ? [{ label: line.label, value: line.value }]
      : [],
  );
}

/** A method as customers see it. Missing settings have built-in values. */
export function shownMethod(
  method: PaymentMethod,
  setting: Pick<PaymentMethodSetting, 'instruction' | 'details'> | undefined,
): PaymentMethod {
  return {
    ...method,
    instruction: setting?.instruction ?? method.instruction,
    details: setting?.details ?? method.details,
  };
}

/** The methods that customers can select, in their order, as they are shown. */
export function offeredMethods(settings: readonly PaymentMethodSetting[]): PaymentMethod[] {
  return PAYMENT_METHODS.flatMap((method) => {
    const setting = settings.find((one) => one.method === method.id);
    return setting?.isOffered === false ? [] : [shownMethod(method, setting)];
  });
}

/** The offered methods with placeholders instead of an account. */
export function placeholderMethods(settings: readonly PaymentMethodSetting[]): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => {
    const setting = settings.find((one) => one.method === method.id);
    return method.details.length > 0 && setting?.isOffered !== false && !setting?.details;
  });
}

/**
 * The payment details that the customer of a record was shown: the entered ones of that time, or the built-in
 * ones.
 */
export function shownWith(methodId: string, kept: Json): PaymentMethod | null {
  const builtIn = PAYMENT_METHODS.find(({ id }) => id === methodId);
  return builtIn === undefined ? null : { ...builtIn, ...keptInstructions(methodId, kept) };
}

/** The payment details as they were shown with a record. Null for placeholders. */
export function keptInstructions(
  method: string,
  kept: Json,
): Pick<PaymentMethod, 'id' | 'label' | 'instruction' | 'details'> | null {
  const builtIn = PAYMENT_METHODS.find(({ id }) => id === method);
  if (builtIn === undefined || typeof kept !== 'object' || kept === null || Array.isArray(kept)) {
    return null;
  }
  const { instruction, details } = kept;
  return shownMethod(builtIn, {
    instruction: typeof instruction === 'string' ? instruction : null,
    details: details === undefined ? null : instructionLines(details),
  });
}
