/** The limits of texts that administrators write, without the schemas that load with a form. */

// The database has the same limits (private.prepare_mail_text and public.decision_reasons).
export const SUBJECT_MAX_LENGTH = 150;
export const BODY_MAX_LENGTH = 2000;
export const REASON_NAME_MAX_LENGTH = 80;
export const REASON_TEXT_MAX_LENGTH = 1000;
