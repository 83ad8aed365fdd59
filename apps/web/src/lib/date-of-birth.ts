import { EARLIEST_DATE_OF_BIRTH } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

export const DATE_OF_BIRTH_MESSAGE = m.form_enter_date_between_year_and_today({
  year: EARLIEST_DATE_OF_BIRTH.slice(0, 4),
});

/** Today in the time zone of the browser, as YYYY-MM-DD. */
export function localToday(): string {
  const now = new Date();
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/**
 * The name of the first date field with an incomplete date, or null. The value of such a field is empty, so a
 * submission would silently drop what was typed.
 */
export function halfTypedDateIn(form: HTMLFormElement): string | null {
  const dates = form.querySelectorAll<HTMLInputElement>('input[type=date]');
  return [...dates].find(({ validity }) => validity.badInput)?.name ?? null;
}
