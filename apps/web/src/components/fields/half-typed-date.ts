/**
 * The name of the first date field with an incomplete date, or null. The value of such a field is empty, so a
 * submission would silently drop what was typed.
 */
export function halfTypedDateIn(form: HTMLFormElement): string | null {
  const dates = form.querySelectorAll<HTMLInputElement>('input[type=date]');
  return [...dates].find(({ validity }) => validity.badInput)?.name ?? null;
}
