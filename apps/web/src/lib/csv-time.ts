/** The reader's time zone, "Europe/Berlin": the one that times on screen are in. */
export function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** An ISO 8601 timestamp as "2026-11-22 14:05:09" in a zone, which spreadsheets read and sort. */
export function csvTime(timestamp: string | null, timeZone = readersZone()): string | null {
  if (timestamp === null || Number.isNaN(Date.parse(timestamp))) return null;
  // Swedish writes dates and times in this way.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(timestamp));
}
