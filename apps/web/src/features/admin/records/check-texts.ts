import { formatAge, formatTimestamp } from '../../../lib/format.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { m } from '../../../paraglide/messages.js';
import { paymentMethodLabel } from '../../../payment/payment-method-texts.ts';
import type { RecordCheck } from './record-api.ts';

type Values = RecordCheck['values'];
type Describe = (values: Values) => string;

interface CheckTexts {
  /** The sentence of a check without a finding. */
  passed: string;
  found: Describe;
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const amount = ({ currency }: Values, value: unknown): string =>
  formatAmount(text(value), text(currency));

/** The sentences of the checks in `supabase/schemas/record-checks.sql`. */
const CHECKS: Readonly<Partial<Record<string, CheckTexts>>> = {
  reference_reused: {
    passed: m.record_check_reference_new(),
    found: ({ same_customer: isSame, created_at: at }) =>
      isSame === true
        ? m.record_check_reference_same_customer({ age: formatAge(text(at)) })
        : m.record_check_reference_other_customer({ age: formatAge(text(at)) }),
  },
  reference_form: {
    passed: m.record_check_form_ok(),
    found: ({ looks_like: method }) =>
      m.record_check_form_other({ method: paymentMethodLabel(text(method)) }),
  },
  many_records: {
    passed: m.record_check_few_records(),
    found: ({ in_hour: inHour, in_day: inDay }) =>
      m.record_check_many_records({ inHour: text(inHour), inDay: text(inDay) }),
  },
  new_account: {
    passed: m.record_check_old_account(),
    found: ({ joined_at: at }) => m.record_check_new_account({ age: formatAge(text(at)) }),
  },
  email_unconfirmed: {
    passed: m.record_check_email_confirmed(),
    found: () => m.record_check_email_unconfirmed(),
  },
  earlier_rejections: {
    passed: m.record_check_no_rejections(),
    found: ({ count, last_at: at }) =>
      m.record_check_rejections({ count: text(count), time: formatTimestamp(text(at)) }),
  },
  unusual_amount: {
    passed: m.record_check_usual_amount(),
    found: (values) =>
      m.record_check_unusual_amount({
        amount: amount(values, values.amount),
        usual: amount(values, values.usual),
      }),
  },
  deletion_requested: {
    passed: m.record_check_no_deletion(),
    found: ({ requested_at: at }) => m.record_check_deletion({ age: formatAge(text(at)) }),
  },
  same_origin_as_rejected: {
    passed: m.record_check_origin_new(),
    found: ({ same }) =>
      same === 'device' ? m.record_check_same_device() : m.record_check_same_address(),
  },
};

/** One sentence about the result of a check. A check of a newer backend is shown by its key. */
export function describeCheck({ key, grade, values }: RecordCheck): string {
  const texts = CHECKS[key];
  if (texts === undefined) return key.replaceAll('_', ' ');
  return grade === 0 ? texts.passed : texts.found(values);
}
