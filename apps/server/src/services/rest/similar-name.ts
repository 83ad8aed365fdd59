/** How many single-character changes make one text of the other. */
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
 * The candidate most like `name`, for "Perhaps you meant"; null when none is alike enough.
 *
 * @param minimum share of characters that must agree, 0 to 1
 */
export function findSimilarName(
  name: string,
  candidates: Iterable<string>,
  minimum: number,
): string | null {
  // Nobody mistypes a name this long, and comparing it would be work an attacker could ask for.
  if (name.length > 200) return null;
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
 * The columns that Postgres itself would suggest for a wrong name: the nearest
 * one or two, at most three changes and half of their length away.
 */
export function suggestColumns(name: string, columns: Iterable<string>): string[] {
  if (name.length > 200) return [];
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
  // Of three that are equally near none is worth naming.
  return distance > MAX_COLUMN_DISTANCE || nearest.length > 2 ? [] : nearest;
}
