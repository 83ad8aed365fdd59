/** How many digits a one-time code has. */
export const CODE_LENGTH = 6;
