import { readTypedAmount } from '@beaconpay/domain';
import { formatCount } from '../../lib/format.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import type { NumberField } from './number-fields.ts';

/** The typed texts by field. The output has numbers, and null for an empty optional field. */
export type NumberValues = Record<string, string>;
export type NumberOutput = Record<string, number | null>;

export function numbersSchema(fields: readonly NumberField[]) {
  return z.object(Object.fromEntries(fields.map((field) => [field.name, numberText(field)])));
}

function numberText({ min, max, places = 0, isOptional = false }: NumberField) {
  return z.pipe(
    z.string(),
    z.transform((typed, context): number | null => {
      if (isOptional && typed.trim() === '') return null;
      const read = readTypedAmount(typed, places);
      const value = read.kind === 'amount' ? Number(read.amount) : NaN;
      const isExact = Number.isInteger(Math.round(value * 1e6) / (1e6 / 10 ** places));
      if (value >= min && value <= max && isExact) return value;
      context.issues.push({
        code: 'custom',
        message: m.settings_enter_number({ min: formatCount(min), max: formatCount(max) }),
        input: typed,
        continue: true,
      });
      return z.NEVER;
    }),
  );
}
