/**
 * Formats dates, times and numbers in the language of the page and the time zone of the browser.
 * `format-amount.ts` formats money.
 */
import { LOCALE } from './locale.ts';

const NO_DATE = '–';

/** Formats an ISO 8601 timestamp as date and time. Null becomes a dash. */
export function formatTimestamp(timestamp: string | null | undefined): string {
  return formatMoment(timestamp, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The same with the time zone, for documents that are read elsewhere: "Nov 22, 2026, 2:05 PM GMT+1". */
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

/** Formats an ISO 8601 timestamp as a day. Null becomes a dash. */
export function formatDay(timestamp: string | null | undefined): string {
  return formatMoment(timestamp, { dateStyle: 'medium' });
}

/** Formats a YYYY-MM-DD date, which is the same day in all zones. Null becomes a dash. */
export function formatPlainDate(date: string | null | undefined): string {
  return formatMoment(atMidnight(date), { dateStyle: 'long', timeZone: 'UTC' });
}

/** Formats a YYYY-MM-DD date as day and month. */
export function formatPlainDay(date: string): string {
  return formatMoment(atMidnight(date), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Formats a YYYY-MM month: "November 2026". */
export function formatMonth(month: string): string {
  return formatMoment(atMidnight(`${month}-01`), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Formats a whole number. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(LOCALE).format(count);
}

/** A list without "and": "Cash, Other". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'unit' }).format(items);
}

const AGE_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The age of an ISO 8601 timestamp in its largest whole unit: "2 days ago", "this minute". */
export function formatAge(timestamp: string, nowMs = Date.now()): string {
  // The clock of the browser may be behind, so a timestamp can be in the future.
  const ageMs = Math.max(0, nowMs - Date.parse(timestamp));
  if (Number.isNaN(ageMs)) return NO_DATE;
  const [unit, unitMs] = AGE_UNITS.find(([, length]) => ageMs >= length) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(
    -Math.floor(ageMs / unitMs),
    unit,
  );
}

const SHORT_ID_LENGTH = 8;

/** The first characters of an id. Customers and administrators use them to name a record. */
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
