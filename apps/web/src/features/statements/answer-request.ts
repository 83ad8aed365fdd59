import {
  inspectTable,
  parseStatement,
  type StatementLine,
  type StatementOptions,
  type StatementResult,
  type TableInspection,
} from '@beaconpay/statements';
import { toBankLineInput } from './bank-line-input.ts';
import type { StatementSummary, WorkerRequest, WorkerResponse } from './worker-protocol.ts';

const PREVIEW_LINES = 5;

/** The header of a table and its first rows are in this part of a file. */
const INSPECTED_BYTES = 64 * 1024;
const NEW_LINE = 0x0a;

type Post = (response: WorkerResponse) => void;

/** Answers the requests about one file. The worker is a thin frame around it. */
export function createRequestHandler(post: Post): (request: WorkerRequest) => Promise<void> {
  let bytes: Uint8Array = new Uint8Array();
  let lines: readonly StatementLine[] = [];

  async function parse(options: StatementOptions) {
    const result = await parseStatement(bytes, options, (share) => {
      post({ type: 'progress', share });
    });
    if (!result.ok) {
      post({ type: 'refused', problem: result.error });
      return;
    }
    ({ lines } = result);
    post({ type: 'parsed', summary: summarize(result) });
  }

  return async (request) => {
    switch (request.type) {
      case 'open':
        ({ bytes } = request);
        post({ type: 'opened', table: inspect(bytes) });
        break;
      case 'parse':
        await parse(request.options);
        break;
      case 'take': {
        const { first, count } = request;
        const taken = lines.slice(first, first + count);
        post({ type: 'taken', lines: taken.map(toBankLineInput) });
      }
    }
  };
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
