/**
 * A date without time and time zone, as the text YYYY-MM-DD. A Date is a point in time, so the same
 * birthday would be on different days in different time zones.
 */

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
export const EARLIEST_DATE_OF_BIRTH = '1900-01-01';

function daysInMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) {
    return isLeapYear ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether the text is a date of the calendar, written YYYY-MM-DD. */
export function isPlainDate(text: string): boolean {
  const found = PLAIN_DATE.exec(text);
  if (found === null) {
    return false;
  }
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether the text can be a date of birth: a date from 1900 to today (both YYYY-MM-DD). */
export function isDateOfBirth(text: string, today: string): boolean {
  return isPlainDate(text) && text >= EARLIEST_DATE_OF_BIRTH && text <= today;
}
