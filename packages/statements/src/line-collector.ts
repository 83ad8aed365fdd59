import { isIban, maskCardSecrets } from '@beaconpay/domain';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { StatementError } from './statement-error.ts';
import type { CollectedLine, ParsedLine, StatementNotice } from './statement-line.ts';

/** What banks write into a reference that does not exist. */
const NO_REFERENCE = /^(NOT ?PROVIDED|NON ?REF(ERENCE)?|NO ?REF(ERENCE)?|NULL|NONE|N\/A|-+|\/+)?$/i;

/** Text on one line without control characters and card numbers. */
export function cleanText(text: string): string {
  const oneLine = text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[\s\p{Cc}\u{feff}]+/gu, ' ')
    .trim();
  return maskCardSecrets(oneLine);
}

function cleanOptional(text: string | null): string | null {
  const cleaned = cleanText(text ?? '');
  return cleaned === '' ? null : cleaned;
}

/** A reference, or null for the words that stand for none. */
function cleanReference(text: string | null): string | null {
  const cleaned = cleanText(text ?? '');
  return NO_REFERENCE.test(cleaned) ? null : cleaned;
}

/** An account number without separators. */
export function cleanAccount(account: string): string {
  return account.replace(/[\s\p{Cc}-]+/gu, '').toUpperCase();
}

/** An IBAN is no card number; another number can be one. */
function cleanCounterpartyAccount(account: string | null): string | null {
  const cleaned = cleanAccount(account ?? '');
  return isIban(cleaned) ? cleaned : cleanOptional(cleaned);
}

export interface LineCollectorOptions {
  readonly maxLines: number;
  /** YYYY-MM-DD. Later bookings are left out. */
  readonly latestDate: string | null;
  /** Receives the share of the file that is read, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Receives what a parser reads. */
export class LineCollector {
  readonly lines: CollectedLine[] = [];
  readonly notices: StatementNotice[] = [];
  readonly #options: LineCollectorOptions;
  #statement = 0;

  constructor(options: LineCollectorOptions) {
    this.#options = options;
  }

  /** The next lines belong to another statement than those before. */
  startStatement(): void {
    this.#statement += 1;
  }

  add(line: ParsedLine): void {
    const { maxLines, latestDate } = this.#options;
    if (latestDate !== null && line.bookingDate > latestDate) {
      this.skip('future-date', line.sourceLine);
      return;
    }
    if (this.lines.length >= maxLines) {
      throw new StatementError('too-many-lines', line.sourceLine, { maxLines });
    }
    const cleaned = {
      ...line,
      account: cleanAccount(line.account),
      counterpartyName: cleanOptional(line.counterpartyName),
      counterpartyAccount: cleanCounterpartyAccount(line.counterpartyAccount),
      text: cleanText(line.text),
      endToEndId: cleanReference(line.endToEndId),
      bankReference: cleanReference(line.bankReference),
    };
    this.lines.push({ statement: this.#statement, line: cleaned });
  }

  /** Notes why a record of the file is not a line, or what does not add up. */
  skip(key: StatementNotice['key'], line: number): void {
    if (this.notices.length < this.#options.maxLines) this.notices.push({ key, line });
  }

  progress(share: number): void {
    this.#options.onProgress(share);
  }
}
