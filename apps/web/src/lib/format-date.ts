const timestampFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const plainDateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** An ISO 8601 timestamp as date and time in the reader's zone; a dash when there is none. */
export function formatTimestamp(timestamp: string | null | undefined): string {
  return formatWith(timestampFormat, timestamp);
}

/** An ISO 8601 timestamp as a day in the reader's zone; a dash when there is none. */
export function formatDay(timestamp: string | null | undefined): string {
  return formatWith(dayFormat, timestamp);
}

/** A plain YYYY-MM-DD date, the same day in every zone; a dash when there is none. */
export function formatPlainDate(date: string | null | undefined): string {
  return formatWith(plainDateFormat, date ? `${date}T00:00:00Z` : date);
}

function formatWith(format: Intl.DateTimeFormat, value: string | null | undefined): string {
  if (!value) return '–';
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? '–' : format.format(moment);
}
