/** The limits of texts that administrators write, without the schemas that load with a form. */

// The database has the same limits (public.record_notes, records, record_views and ask_customer).
export const NOTE_MAX_LENGTH = 2000;
export const HOLD_REASON_MAX_LENGTH = 500;
export const VIEW_NAME_MAX_LENGTH = 80;
export const QUESTION_MAX_LENGTH = 1000;
