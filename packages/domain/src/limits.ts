/** Business constants and limits. Times carry their unit in the name. */

export const CARD_NUMBER_MAX_LENGTH = 19;
export const CVV_MAX_LENGTH = 4;

/** Minimum amounts, as decimal texts. */
export const PAYMENT_AMOUNT_MIN = '0.01';
export const WIRE_AMOUNT_MIN = '0.000001';
export const BILL_AMOUNT_MIN = '1';
/** The maximum number of decimals of a currency. */
export const WIRE_AMOUNT_PLACES = 18;
/** The maximum amount of all forms, in any currency. A larger amount is a typing error. */
export const AMOUNT_MAX = '10000000';

/** The minimum length of a new password, the same as minimum_password_length in supabase/config.toml. */
export const PASSWORD_MIN_LENGTH = 8;
/** Below this, Change Password shows 'Password Too Short' and sends nothing. */
export const PASSWORD_CHANGE_MIN_LENGTH = 6;

export const TRANSACTION_HISTORY_LIMIT = 50;
export const ADMIN_NOTES_MAX_LENGTH = 2000;

export const TOAST_DURATION_MS = 5000;
/** For submissions and notices. */
export const LONG_TOAST_DURATION_MS = 7000;
export const TOAST_SWIPE_DISTANCE_PX = 50;
export const TOAST_HOTKEY = 'F8';

export const PAYMENT_SIMULATION_DELAY_MS = 1000;
export const WIRE_SIMULATION_DELAY_MS = 1500;
export const BILL_SIMULATION_DELAY_MS = 1500;
export const ADMIN_PROFILE_CHECK_DELAY_MS = 500;

export const RATING_MAX = 5;
