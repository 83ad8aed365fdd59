const UNIT_BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
  TB: 1024 ** 4,
};

/** Bytes from `20MB`, `1.5GB`, `20971520` and the like; null for anything else. */
export function parseSize(text: string | number): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?B)?\s*$/i.exec(String(text));
  if (match === null) return null;
  const bytes = Math.floor(Number(match[1]) * (UNIT_BYTES[(match[2] ?? 'B').toUpperCase()] ?? 1));
  return Number.isSafeInteger(bytes) ? bytes : null;
}
