import {
  inspectTable,
  parseStatement,
  type StatementLine,
  type StatementOptions,
  type StatementResult,
  type TableInspection,
} from '@beaconpay/statements';
import { toBankLineInput, type BankLineInput } from './bank-line-input.ts';
import type { StatementSummary, WorkerRequest, WorkerResponse } from './worker-protocol.ts';

const PREVIEW_LINES = 5;
/** Characters of JSON. Calls stay below the size of a body and the time of a statement of the data API. */
const MAX_CALL_LENGTH = 400_000;

/** The header of a table and its first rows are in this part of a file. */
const INSPECTED_BYTES = 64 * 1024;
const NEW_LINE = 0x0a;

type Post = (response: WorkerResponse) => void;

/** Answers the requests about one file. The worker is a thin frame around it. */
export function createRequestHandler(post: Post): (request: WorkerRequest) => void {
  let bytes: Uint8Array = new Uint8Array();
  let lines: readonly StatementLine[] = [];

  function parse(options: StatementOptions) {
    const result = parseStatement(bytes, options, (share) => {
      post({ type: 'progress', share });
    });
    if (!result.ok) {
      post({ type: 'refused', problem: result.error });
      return;
    }
    ({ lines } = result);
    post({ type: 'parsed', summary: summarize(result) });
  }

  return (request) => {
    switch (request.type) {
      case 'open':
        ({ bytes } = request);
        post({ type: 'opened', table: inspect(bytes) });
        break;
      case 'parse':
        parse(request.options);
        break;
      case 'take': {
        const { first, count } = request;
        post({ type: 'taken', lines: fittingLines(lines.slice(first, first + count)) });
      }
    }
  };
}

/** The first lines whose JSON is short enough for one call; at least one. */
function fittingLines(lines: readonly StatementLine[]): BankLineInput[] {
  const fitting: BankLineInput[] = [];
  let length = 0;
  for (const line of lines) {
    const input = toBankLineInput(line);
    length += JSON.stringify(input).length;
    if (length > MAX_CALL_LENGTH && fitting.length > 0) break;
    fitting.push(input);
  }
  return fitting;
}

/** Files that are no tables: XML, OFX, MT940, and everything that is no text. */
const OTHER_FORMAT = /^\uFEFF?\s*(?:[<{:]|OFXHEADER|%PDF)/;

function inspect(bytes: Uint8Array): TableInspection | null {
  const part = bytes.subarray(0, INSPECTED_BYTES);
  // A cut inside a character would change how the text is decoded.
  const isCut = part.length < bytes.length;
  const whole = isCut ? part.subarray(0, part.lastIndexOf(NEW_LINE) + 1) : part;
  if (OTHER_FORMAT.test(new TextDecoder().decode(whole.subarray(0, 100)))) return null;
  try {
    return inspectTable(whole);
  } catch {
    return null;
  }
}

function summarize(result: Extract<StatementResult, { ok: true }>): StatementSummary {
  const { format, lines, notices } = result;
  let firstDate: string | null = null;
  let lastDate: string | null = null;
  for (const { bookingDate } of lines) {
    if (firstDate === null || bookingDate < firstDate) firstDate = bookingDate;
    if (lastDate === null || bookingDate > lastDate) lastDate = bookingDate;
  }
  return {
    format,
    lineCount: lines.length,
    accounts: [...new Set(lines.map(({ account }) => account))],
    currencies: [...new Set(lines.map(({ currency }) => currency))],
    firstDate,
    lastDate,
    skippedCount: notices.length,
    preview: lines.slice(0, PREVIEW_LINES).map(toBankLineInput),
  };
}
