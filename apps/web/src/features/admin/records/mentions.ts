import type { Administrator } from '../../../lib/administrators.ts';

/** The administrators whose address stands in the text after an @: "@ada@example.com". */
export function findMentions(
  body: string,
  administrators: readonly Pick<Administrator, 'id' | 'email'>[],
): string[] {
  const words = body
    .toLowerCase()
    .split(/[\s,;:()]+/)
    .map((word) => word.replace(/[.!?]+$/, ''));
  return administrators
    .filter(({ email }) => words.includes(`@${email.toLowerCase()}`))
    .map(({ id }) => id);
}
