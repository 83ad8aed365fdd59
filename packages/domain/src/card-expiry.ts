/** The number of expiry years after the current one. */
const YEARS_AHEAD = 9;

/** "01" to "12". */
export const EXPIRY_MONTHS: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  String(index + 1).padStart(2, '0'),
);

/** The current year and the next nine, as four-digit texts. */
export function expiryYears(currentYear: number): string[] {
  return Array.from({ length: YEARS_AHEAD + 1 }, (_, index) => String(currentYear + index));
}
