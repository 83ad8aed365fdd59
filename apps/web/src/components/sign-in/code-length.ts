/** The number of digits of a one-time code. */
export const CODE_LENGTH = 6;
