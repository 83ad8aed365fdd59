import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { readExpiry } from './card-expiry.ts';

/** What a form of the dialog finishes. */
export type DeliveryMode = 'card' | 'top-up' | 'failure';

/** The fields of all forms of the dialog. Each form shows and checks its own. */
export interface DeliveryValues {
  last4: string;
  expiry: string;
  confirmation: string;
  reason: string;
}

const unchecked = z.string();
const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const cardSchema = z.object({
  last4: z.string().check(z.trim(), z.regex(/^\d{4}$/, m.error_delivery_last_digits())),
  expiry: z
    .string()
    .check(z.refine((text) => readExpiry(text) !== null, m.error_delivery_expiry())),
  confirmation: unchecked,
  reason: unchecked,
});

export const topUpSchema = z.object({
  last4: unchecked,
  expiry: unchecked,
  confirmation: required(m.error_delivery_confirmation_required()),
  reason: unchecked,
});

export const failureSchema = z.object({
  last4: unchecked,
  expiry: unchecked,
  confirmation: unchecked,
  reason: required(m.error_delivery_reason_required()),
});
