import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import type { Logger } from '../../platform/logger.ts';

const LONGEST_LINE = 8_192;
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
  /** Begins the lines that the process's own supervisor and prelude wrote. */
  readonly mark: string;
  readonly logger: Logger;
  readonly onReady: () => void;
}

/** Hands on whole lines; what is longer than a line may be is cut off. */
function readLines(stream: Readable, take: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) if (line !== '') take(line.slice(0, LONGEST_LINE));
  });
}

function levelOf(stated: string): 'debug' | 'info' | 'warn' | 'error' {
  if (stated === 'debug' || stated === 'warn' || stated === 'error') return stated;
  return stated === 'trace' ? 'debug' : 'info';
}

/**
 * Logs what a function writes, each line with the request that it is about. A
 * function that writes without end fills no disk: in each second, what passes
 * the bound is counted and not kept.
 *
 * @returns reads what is written to a stream
 */
export function createFunctionLog({ name, mark, logger, onReady }: FunctionLogOptions) {
  let windowEndsMs = 0;
  let linesInWindow = 0;

  function isWithinBound(): boolean {
    const nowMs = performance.now();
    if (nowMs > windowEndsMs) {
      if (linesInWindow > LINES_PER_WINDOW) {
        const dropped = linesInWindow - LINES_PER_WINDOW;
        logger.warn({ function: name, dropped }, 'a function wrote too much');
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
        // A line that was cut off is shown as it is.
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
    if (!isWithinBound()) return;
    const about = { function: name, ...(requestId === undefined ? {} : { requestId }) };
    logger[levelOf(level)](about, text);
  }

  return (stream: Readable): void => readLines(stream, take);
}
