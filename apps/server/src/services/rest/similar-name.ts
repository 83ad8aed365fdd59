/** Longer names are not compared, because the comparison takes quadratic time. */
const MAX_NAME_LENGTH = 200;

/** The Levenshtein distance between two texts. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + change,
        ),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/**
 * Finds the most similar candidate, for "Perhaps you meant" hints.
 *
 * @param minimum the least similarity of a match, from 0 to 1
 * @returns null when no candidate is similar enough
 */
export function findSimilarName(
  name: string,
  candidates: Iterable<string>,
  minimum: number,
): string | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  let best: string | null = null;
  let bestScore = minimum;
  for (const candidate of candidates) {
    const longest = Math.max(name.length, candidate.length);
    if (Math.min(name.length, candidate.length) / longest < bestScore) continue;
    const score = 1 - editDistance(name.toLowerCase(), candidate.toLowerCase()) / longest;
    if (score > bestScore || (score === bestScore && best === null)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

const MAX_COLUMN_DISTANCE = 3;

/**
 * The columns that Postgres suggests for a wrong name: the nearest one or two, within a distance of
 * three and of half their length.
 */
export function suggestColumns(name: string, columns: Iterable<string>): string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  let nearest: string[] = [];
  let distance = MAX_COLUMN_DISTANCE + 1;
  for (const column of columns) {
    if (Math.abs(column.length - name.length) > MAX_COLUMN_DISTANCE) continue;
    const found = editDistance(name, column);
    if (found > Math.floor(Buffer.byteLength(column) / 2) || found > distance) continue;
    if (found < distance) {
      nearest = [column];
      distance = found;
    } else nearest.push(column);
  }
  // Postgres suggests nothing when more than two columns are equally near.
  return distance > MAX_COLUMN_DISTANCE || nearest.length > 2 ? [] : nearest;
}
