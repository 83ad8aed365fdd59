/**
 * The name of the first date field of a form that holds half a date, or null. Such a field reads as
 * empty: sent like that, what was typed would quietly be dropped.
 */
export function halfTypedDateIn(form: HTMLFormElement): string | null {
  const dates = form.querySelectorAll<HTMLInputElement>('input[type=date]');
  return [...dates].find(({ validity }) => validity.badInput)?.name ?? null;
}
