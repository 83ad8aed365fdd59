/** "8/30", "08/30" and "08/2030" as MM/YYYY; null for any other text and for a month that is over. */
export function readExpiry(text: string, now = new Date()): string | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d\d)\s*$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return null;
  const fullYear = 2000 + Number(year);
  // A card is valid until the end of its month.
  if (Date.UTC(fullYear, Number(month)) <= now.getTime()) return null;
  return `${month.padStart(2, '0')}/${String(fullYear)}`;
}
