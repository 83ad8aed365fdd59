import {
  PAYMENT_METHODS,
  type PaymentInstructionLine,
  type PaymentMethod,
} from '@beaconpay/domain';
import type { Json, Tables } from '@beaconpay/database';

/** What an administrator set for one way of paying by hand. */
export interface PaymentMethodSetting {
  method: string;
  isOffered: boolean;
  /** Null: the built-in sentence is shown. */
  instruction: string | null;
  /** Null: nothing was entered yet, and the built-in placeholders are shown. */
  details: readonly PaymentInstructionLine[] | null;
  /** ISO 8601, to the microsecond: it tells one change from the next. */
  updatedAt: string;
}

export const PAYMENT_SETTINGS_KEY = ['payment-method-settings'] as const;

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

/** The lines of label and value in a stored list; the database lets in no other. */
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

/** A method as customers see it: what is not set is built in. */
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

/** The methods customers may choose from, in their order, each as it is shown. */
export function offeredMethods(settings: readonly PaymentMethodSetting[]): PaymentMethod[] {
  return PAYMENT_METHODS.flatMap((method) => {
    const setting = settings.find((one) => one.method === method.id);
    return setting?.isOffered === false ? [] : [shownMethod(method, setting)];
  });
}

/** The offered methods that lead nowhere: customers are shown placeholders for them. */
export function placeholderMethods(settings: readonly PaymentMethodSetting[]): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => {
    const setting = settings.find((one) => one.method === method.id);
    return method.details.length > 0 && setting?.isOffered !== false && !setting?.details;
  });
}

/** The payment details that a record's customer was shown: those entered then, else the built-in ones. */
export function shownWith(methodId: string, kept: Json): PaymentMethod | null {
  const builtIn = PAYMENT_METHODS.find(({ id }) => id === methodId);
  return builtIn === undefined ? null : { ...builtIn, ...keptInstructions(methodId, kept) };
}

/** Where to pay as it was shown with a record; null where placeholders were shown. */
export function keptInstructions(
  method: string,
  kept: Json,
): Pick<PaymentMethod, 'label' | 'instruction' | 'details'> | null {
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
