import { parseCamt } from './camt/parse-camt.ts';
import { decodeBytes } from './decode-bytes.ts';
import { detectFormat } from './detect-format.ts';
import { STATEMENT_LIMITS, type StatementLimits } from './limits.ts';
import { LineCollector } from './line-collector.ts';
import { addKeys } from './line-identity.ts';
import { parseMt940 } from './mt940/parse-mt940.ts';
import { parseOfx } from './ofx/parse-ofx.ts';
import {
  StatementError,
  type StatementErrorKey,
  type StatementErrorValues,
} from './statement-error.ts';
import type { StatementFormat, StatementLine, StatementNotice } from './statement-line.ts';
import { parseTable, type TableOptions } from './table/parse-table.ts';

export interface StatementOptions extends TableOptions {
  /** YYYY-MM-DD. Lines that are booked more than a day later are left out, with a notice. */
  readonly today?: string;
  readonly limits?: Partial<StatementLimits>;
}

/** Plain objects, so that a worker can send them. */
export type StatementResult =
  | {
      readonly ok: true;
      readonly format: StatementFormat;
      readonly lines: readonly StatementLine[];
      readonly notices: readonly StatementNotice[];
    }
  | {
      readonly ok: false;
      readonly error: {
        readonly key: StatementErrorKey;
        readonly line: number | null;
        readonly values: StatementErrorValues;
      };
    };

/** The share of the work until all lines are read. The rest computes their keys. */
const READING_SHARE = 0.8;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Time zones are ahead of each other by up to a day. */
function latestDate(today: string | undefined): string | null {
  return today === undefined
    ? null
    : new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function parseText(
  text: string,
  options: StatementOptions & { readonly maxLines: number },
  collector: LineCollector,
): StatementFormat {
  switch (detectFormat(text)) {
    case 'camt':
      return parseCamt(text, collector);
    case 'mt940':
      return parseMt940(text, collector);
    case 'ofx':
      parseOfx(text, collector);
      return 'ofx';
    case 'table':
      parseTable(text, { options, maxLines: options.maxLines }, collector);
      return 'table';
    default:
      throw new StatementError('format-unknown', null);
  }
}

function parseOrThrow(
  bytes: Uint8Array,
  options: StatementOptions,
  onProgress: (share: number) => void,
): StatementResult {
  const { maxBytes, maxLines } = { ...STATEMENT_LIMITS, ...options.limits };
  if (bytes.length > maxBytes) {
    throw new StatementError('too-large', null, { bytes: bytes.length, maxBytes });
  }
  const collector = new LineCollector({
    maxLines,
    latestDate: latestDate(options.today),
    onProgress: (share) => {
      onProgress(share * READING_SHARE);
    },
  });
  const format = parseText(decodeBytes(bytes), { ...options, maxLines }, collector);
  const lines = addKeys(collector.lines, (done) => {
    onProgress(READING_SHARE + (done / collector.lines.length) * (1 - READING_SHARE));
  });
  onProgress(1);
  return { ok: true, format, lines, notices: collector.notices };
}

/**
 * Reads a bank statement: camt.052, camt.053 and camt.054 of version 2 to 13, MT940, MT942, OFX, QFX, and
 * tables of separated values. The content decides the format, not a file name. The whole file is refused
 * if a part of it cannot be read.
 *
 * The function has no state and imports nothing of the browser, so a worker can call it. It computes
 * without pauses, up to seconds for a large file.
 *
 * @param onProgress receives the share of the work that is done, from 0 to 1
 */
export function parseStatement(
  bytes: Uint8Array,
  options: StatementOptions = {},
  onProgress: (share: number) => void = () => undefined,
): StatementResult {
  try {
    return parseOrThrow(bytes, options, onProgress);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    const { key, line, values } = error;
    return { ok: false, error: { key, line, values } };
  }
}
