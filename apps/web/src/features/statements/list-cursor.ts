/** A position in a list of lines as a query parameter: `<booking date>_<id>`. Empty after the last page. */
export function writeCursor(cursor: unknown): string {
  if (typeof cursor !== 'object' || cursor === null) return '';
  const { booking_date: date, id } = cursor as Record<string, unknown>;
  return `${String(date)}_${String(id)}`;
}

/** The argument `after` of a list. A parameter that is no position starts at the first page. */
export function readCursor(parameter: string) {
  const [date = '', id = ''] = parameter.split('_');
  const isValid = /^\d{4}-\d\d-\d\d$/.test(date) && /^[0-9a-f-]{36}$/.test(id);
  return isValid ? { after: { booking_date: date, id } } : {};
}
