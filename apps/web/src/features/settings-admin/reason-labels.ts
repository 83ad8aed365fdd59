import { m } from '../../paraglide/messages.js';

/** What a reason is for, in the order of the menu. */
export const REASON_USES: Readonly<Record<string, string>> = {
  manual_payment_approved: m.settings_reason_approval(),
  manual_payment_rejected: m.settings_reason_rejection(),
  held: m.settings_reason_hold(),
  needs_action: m.settings_reason_question(),
};

/** What the preview shows for each placeholder. */
export const SAMPLE_VALUES: Readonly<Record<string, string>> = {
  name: 'Ada Lovelace',
  amount: '15.00 USD',
  reference: 'FT-2026-0042',
  missing: m.settings_sample_missing(),
};
