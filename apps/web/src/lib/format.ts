/**
 * Dates, times and numbers, in the language of the page and in the reader's time zone. Amounts of
 * money are the domain's (`formatAmount`).
 */

/**
 * The language, calendar and digits of everything on screen, whatever the browser's locale is. The
 * lint rule `locale/fixed` requires it wherever JavaScript would take the browser's.
 */
export const LOCALE = 'en-US';

const NO_DATE = '–';

/** An ISO 8601 timestamp as date and time in the reader's zone; a dash when there is none. */
export function formatTimestamp(timestamp: string | null | undefined): string {
  return formatMoment(timestamp, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The same with the zone it is in, for what is read elsewhere: "Nov 22, 2026, 2:05 PM GMT+1". */
export function formatTimestampInZone(timestamp: string | null | undefined): string {
  return formatMoment(timestamp, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

/** An ISO 8601 timestamp as a day in the reader's zone; a dash when there is none. */
export function formatDay(timestamp: string | null | undefined): string {
  return formatMoment(timestamp, { dateStyle: 'medium' });
}

/** A plain YYYY-MM-DD date, the same day in every zone; a dash when there is none. */
export function formatPlainDate(date: string | null | undefined): string {
  return formatMoment(atMidnight(date), { dateStyle: 'long', timeZone: 'UTC' });
}

/** A plain YYYY-MM-DD date as day and month. */
export function formatPlainDay(date: string): string {
  return formatMoment(atMidnight(date), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** A whole number: how many there are. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(LOCALE).format(count);
}

const AGE_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago an ISO 8601 timestamp was, in its largest whole unit: "2 days ago", "this minute". */
export function formatAge(timestamp: string, nowMs = Date.now()): string {
  // A clock that is behind must not tell of the future.
  const ageMs = Math.max(0, nowMs - Date.parse(timestamp));
  if (Number.isNaN(ageMs)) return NO_DATE;
  const [unit, unitMs] = AGE_UNITS.find(([, length]) => ageMs >= length) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(
    -Math.floor(ageMs / unitMs),
    unit,
  );
}

const SHORT_ID_LENGTH = 8;

/** The beginning of an id, by which customers and administrators name a record to each other. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

function atMidnight(date: string | null | undefined): string | null {
  return date ? `${date}T00:00:00Z` : null;
}

function formatMoment(
  moment: string | null | undefined,
  options: Intl.DateTimeFormatOptions,
): string {
  if (!moment || Number.isNaN(Date.parse(moment))) return NO_DATE;
  return new Intl.DateTimeFormat(LOCALE, options).format(new Date(moment));
}
