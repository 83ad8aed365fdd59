import { LOCALE } from '../../lib/locale.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in its two largest units: "2 hr 5 min". Null becomes a dash. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '–';
  let rest = Math.round(seconds);
  const first = UNITS.findIndex(([, length]) => rest >= length);
  if (first === -1) return unitText(0, 'second');
  const parts: string[] = [];
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(unitText(count, unit));
  }
  return parts.join(' ');
}

function unitText(count: number, unit: string): string {
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}
