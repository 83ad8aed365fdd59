import { timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever two texts of one length differ; how long a secret is helps nobody. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [given, known] = [Buffer.from(left), Buffer.from(right)];
  return given.length === known.length && timingSafeEqual(given, known);
}
