import type { ParsedLine, StatementLine } from './statement-line.ts';

/**
 * The key of a line, which overlapping statements and repeated exports have in common, whatever their
 * order and spacing: SHA-256 over account, booking date, amount, currency, normalized text, bank
 * reference and a counter of equal lines. The counter starts at zero in each statement, so two
 * statements of one day give the same keys.
 *
 * The name and the account of the counterparty are not in the key: banks cut and complete them
 * differently, and the product deletes them after some time.
 */

const VERSION = '1';
const BATCH = 2000;

/** Letters and digits only, so that blanks, line splits and punctuation do not matter. */
export function identityText(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{Nd}]+/gu, '');
}

/** What two equal lines have in common, except for the counter. */
function identityOf(line: ParsedLine): string {
  return [
    VERSION,
    line.account,
    line.bookingDate,
    line.amount,
    line.currency,
    identityText(line.text),
    identityText(line.bankReference ?? ''),
  ].join('\n');
}

/** The identity of each line, with its counter within the statement. */
function countedIdentities(lines: readonly ParsedLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const identity = identityOf(line);
    const counted = `${line.statement}\n${identity}`;
    const count = counts.get(counted) ?? 0;
    counts.set(counted, count + 1);
    return `${identity}\n${count}`;
  });
}

const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

async function hashIdentity(identity: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(identity));
  let key = '';
  for (const byte of new Uint8Array(digest)) key += HEX[byte] ?? '';
  return key;
}

/**
 * The lines with their keys. A line that several statements of the file contain is returned once.
 *
 * @param onBatch is called with the number of lines that have keys
 */
export async function addKeys(
  lines: readonly ParsedLine[],
  onBatch: (done: number) => void,
): Promise<StatementLine[]> {
  const identities = countedIdentities(lines);
  const keyed = new Map<string, StatementLine>();
  for (let first = 0; first < lines.length; first += BATCH) {
    const keys = await Promise.all(identities.slice(first, first + BATCH).map(hashIdentity));
    for (const [at, key] of keys.entries()) {
      const line = lines[first + at];
      if (line === undefined || keyed.has(key)) continue;
      const { statement: _statement, ...rest } = line;
      keyed.set(key, { key, ...rest });
    }
    onBatch(first + keys.length);
  }
  return [...keyed.values()];
}
