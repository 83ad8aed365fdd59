import { pino, type DestinationStream, type Logger } from 'pino';
import { toTerminalLine } from './terminal-lines.ts';

export type { Logger };

/** Some libraries report an error as a copy of it. */
function isErrorLike(value: unknown): value is Error {
  return (
    value instanceof Error || (typeof value === 'object' && value !== null && 'message' in value)
  );
}

const OF_POSTGRES = new Set(['PostgresError', 'DatabaseError']);
/** Connections, transactions, logins, room, operators and the system: these quote no rows. */
const OPERATIONAL = /^(08|25|28|53|57|58)/;

/** Keeps what locates a fault and drops what may quote personal data, such as Postgres details. */
function serializeError(error: unknown) {
  if (!isErrorLike(error)) return { name: typeof error };
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(OF_POSTGRES.has(error.name) && !OPERATIONAL.test(String(code))
      ? {}
      : { message: error.message }),
    stack: frames.slice(0, 8).join('\n'),
  };
}

/**
 * Not waited for: a line a request would otherwise stop the process for as long as its reader likes.
 * Lines are gathered, since each writing costs a request more than its line does, but never to more
 * than a pipe takes in one piece: the lines of several processes would be torn.
 */
function openStandardOutput(): DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: 2048,
    maxWrite: 4096,
    periodicFlush: 100,
  });
}

/** For a person who reads along: short lines, and a page view is none before debug. */
export function openTerminal(
  level: string,
  terminal: Pick<NodeJS.WriteStream, 'write'> = process.stdout,
): DestinationStream {
  const showsRequests = level === 'debug' || level === 'trace';
  return {
    write(line) {
      const isView = line.startsWith('{"level":30') && line.endsWith('"msg":"request"}\n');
      if (showsRequests || !isView) terminal.write(toTerminalLine(line));
    },
  };
}

/**
 * JSON lines on standard output, or short ones where that is a terminal. Nothing that identifies a
 * person is logged: no addresses, tokens, bodies or query strings; a request is known by its id.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = process.stdout.isTTY
    ? openTerminal(level)
    : openStandardOutput(),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    destination,
  );
}
