import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import type { Logger } from '../../platform/logger.ts';

const MAX_LINE_LENGTH = 8_192;
const WINDOW_MS = 1_000;
const LINES_PER_WINDOW = 200;

const message = z.object({
  ready: z.literal(true).optional(),
  level: z.string().default('info'),
  text: z.string().default(''),
  requestId: z.string().optional(),
});

interface FunctionLogOptions {
  readonly name: string;
  /** The prefix of lines that the supervisor and the prelude write. */
  readonly mark: string;
  readonly logger: Logger;
  readonly onReady: () => void;
}

/** Calls `take` with each line. Longer lines are truncated. */
function readLines(stream: Readable, take: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) if (line !== '') take(line.slice(0, MAX_LINE_LENGTH));
  });
}

function levelOf(stated: string): 'debug' | 'info' | 'warn' | 'error' {
  if (stated === 'debug' || stated === 'warn' || stated === 'error') return stated;
  return stated === 'trace' ? 'debug' : 'info';
}

/**
 * Logs the output of a function, each line with its request id. At most 200 lines per second are logged,
 * so that a function cannot fill the disk. The others are counted.
 *
 * @returns a function that logs the lines of a stream
 */
export function createFunctionLog({ name, mark, logger, onReady }: FunctionLogOptions) {
  let windowEndsMs = 0;
  let linesInWindow = 0;

  function isWithinLimit(): boolean {
    const nowMs = performance.now();
    if (nowMs > windowEndsMs) {
      if (linesInWindow > LINES_PER_WINDOW) {
        const dropped = linesInWindow - LINES_PER_WINDOW;
        logger.warn({ function: name, dropped }, 'functions: log lines dropped');
      }
      windowEndsMs = nowMs + WINDOW_MS;
      linesInWindow = 0;
    }
    linesInWindow += 1;
    return linesInWindow <= LINES_PER_WINDOW;
  }

  function parse(line: string): z.output<typeof message> {
    if (line.startsWith(mark)) {
      try {
        return message.parse(JSON.parse(line.slice(mark.length)));
      } catch {
        // A truncated line is logged as it is.
      }
    }
    return { level: 'info', text: line };
  }

  function take(line: string): void {
    const { ready, level, text, requestId } = parse(line);
    if (ready) {
      onReady();
      return;
    }
    if (!isWithinLimit()) return;
    const about = { function: name, ...(requestId === undefined ? {} : { requestId }) };
    logger[levelOf(level)](about, text);
  }

  return (stream: Readable): void => readLines(stream, take);
}
