import { PAYMENT_METHODS } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

/** A number of the settings. The database has the same limits (private.prepare_back_office_settings). */
export interface NumberField {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Decimals that the number may have. None by default. */
  readonly places?: number;
  readonly isOptional?: boolean;
}

const MINUTES_PER_YEAR = 525_600;
const HOURS_PER_YEAR = 8_760;
const MAX_THRESHOLD = 10_000;
const MAX_AMOUNT = 1_000_000_000;

export const FOUR_EYES_FIELDS: readonly NumberField[] = [
  {
    name: 'amount',
    label: m.settings_four_eyes_amount(),
    min: 0,
    max: MAX_AMOUNT,
    places: 2,
    isOptional: true,
  },
];

const threshold = (name: string, label: string, places = 0): NumberField => ({
  name,
  label,
  min: 1,
  max: MAX_THRESHOLD,
  places,
});

export const THRESHOLD_FIELDS: readonly NumberField[] = [
  threshold('records_per_hour', m.settings_threshold_records_per_hour()),
  threshold('records_per_day', m.settings_threshold_records_per_day()),
  threshold('new_account_days', m.settings_threshold_new_account_days()),
  threshold('rejections', m.settings_threshold_rejections()),
  threshold('unusual_amount_factor', m.settings_threshold_unusual_amount(), 1),
];

export const AGE_LIMIT_FIELDS: readonly NumberField[] = PAYMENT_METHODS.map(({ id, label }) => ({
  name: id,
  label,
  min: 1,
  max: MINUTES_PER_YEAR,
}));

export const DELIVERY_FIELDS: readonly NumberField[] = [
  { name: 'card_order', label: m.settings_delivery_card(), min: 1, max: HOURS_PER_YEAR },
  { name: 'mobile_recharge', label: m.settings_delivery_top_up(), min: 1, max: HOURS_PER_YEAR },
];
