import { LOCALE } from './locale.ts';

/** The time zone of the browser, such as "Europe/Berlin". Times on screen use it, too. */
export function readersZone(): string {
  return new Intl.DateTimeFormat(LOCALE).resolvedOptions().timeZone;
}

/**
 * Formats an ISO 8601 timestamp as "2026-11-22 14:05:09" in a zone. Spreadsheets read and sort this format.
 */
export function csvTime(timestamp: string | null, timeZone = readersZone()): string | null {
  if (timestamp === null || Number.isNaN(Date.parse(timestamp))) return null;
  const parts = new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(timestamp));
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}
