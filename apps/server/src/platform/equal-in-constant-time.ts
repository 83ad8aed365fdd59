import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. Only a difference in length is visible in the duration. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [given, known] = [Buffer.from(left), Buffer.from(right)];
  return given.length === known.length && timingSafeEqual(given, known);
}
