import { withoutCardSecret } from '../../lib/optional-fields.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { REASON_MAX_LENGTH } from './manage-account-api.ts';

const optional = z
  .string()
  .check(z.trim(), z.maxLength(REASON_MAX_LENGTH), withoutCardSecret(m.account_admin_reason()));

export const optionalReasonSchema = z.object({ reason: optional });

export const requiredReasonSchema = z.object({
  reason: optional.check(z.minLength(1, m.error_account_action_reason_required())),
});

export type ReasonValues = z.input<typeof optionalReasonSchema>;
