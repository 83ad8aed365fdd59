const UNITS_MS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Parses a duration setting of Postgres; null for none or no limit. */
function toMs(text: string | undefined): number | null {
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/.exec(text ?? '') ?? [];
  const factor = UNITS_MS[unit === '' ? 'ms' : unit];
  if (amount === undefined || factor === undefined || Number(amount) === 0) return null;
  return Number(amount) * factor;
}

/** The shorter one of a role's or function's statement timeout and a maximum, as a setting. */
export function shorterTimeout(own: string | undefined, maxMs: number): string {
  const ownMs = toMs(own);
  return String(Math.max(1, Math.round(ownMs === null ? maxMs : Math.min(ownMs, maxMs))));
}
