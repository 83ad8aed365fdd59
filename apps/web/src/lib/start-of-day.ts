/** The start of a `YYYY-MM-DD` day in the reader's zone, some days later, as ISO 8601 in UTC. */
export function startOfDay(day: string, laterDays: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + laterDays).toISOString();
}
