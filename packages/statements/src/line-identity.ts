import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CollectedLine, ParsedLine, StatementLine } from './statement-line.ts';

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
function countedIdentities(lines: readonly CollectedLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ statement, line }) => {
    const identity = identityOf(line);
    const counted = `${statement}\n${identity}`;
    const count = counts.get(counted) ?? 0;
    counts.set(counted, count + 1);
    return `${identity}\n${count}`;
  });
}

/**
 * The lines with their keys. A line that several statements of the file contain is returned once.
 *
 * @param onBatch is called with the number of lines that have keys
 */
export function addKeys(
  lines: readonly CollectedLine[],
  onBatch: (done: number) => void,
): StatementLine[] {
  const keyed = new Map<string, StatementLine>();
  for (const [at, identity] of countedIdentities(lines).entries()) {
    // The hash of the platform is asynchronous and takes four times as long for short texts.
    const key = bytesToHex(sha256(utf8ToBytes(identity)));
    const line = lines[at]?.line;
    if (line !== undefined && !keyed.has(key)) keyed.set(key, { key, ...line });
    if (at % BATCH === BATCH - 1) onBatch(at + 1);
  }
  return [...keyed.values()];
}
