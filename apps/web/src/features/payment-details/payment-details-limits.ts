// The same limits as in the database (private.are_payment_details).
export const INSTRUCTION_MAX_LENGTH = 500;
export const LINES_MAX_COUNT = 12;
export const LINE_LABEL_MAX_LENGTH = 60;
export const LINE_VALUE_MAX_LENGTH = 300;
