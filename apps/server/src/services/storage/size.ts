const UNIT_BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
  TIB: 1024 ** 4,
};

/** Bytes from `20MB` (20,000,000), `20MiB` (20,971,520), `1.5GB`, `20971520`; null for other texts. */
export function parseSize(text: string | number): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*((?:[KMGT]i?)?B)?\s*$/i.exec(String(text));
  if (match === null) return null;
  const bytes = Math.floor(Number(match[1]) * (UNIT_BYTES[(match[2] ?? 'B').toUpperCase()] ?? 1));
  return Number.isSafeInteger(bytes) ? bytes : null;
}
