import { pino, type DestinationStream, type Logger } from 'pino';
import { toTerminalLine } from './terminal-lines.ts';

export type { Logger };

/** Some libraries report a copy of an error, which is no instance of Error. */
function isErrorLike(value: unknown): value is Error {
  return (
    value instanceof Error || (typeof value === 'object' && value !== null && 'message' in value)
  );
}

const OF_POSTGRES = new Set(['PostgresError', 'DatabaseError']);
/** SQLSTATE classes whose messages contain no data of rows: connections, transactions, logins, resources, system. */
const OPERATIONAL = /^(08|25|28|53|57|58)/;

/** Keeps the name, code and stack of an error. Drops fields that can contain personal data, such as Postgres details. */
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
 * Writes asynchronously, so that a slow reader of the log does not block requests. Lines are buffered,
 * because a write costs more than a line. One write never exceeds 4096 bytes, which a pipe takes
 * atomically, so that the lines of several processes are not mixed.
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

/** Short lines for a terminal. Requests appear at the levels debug and trace only. */
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
 * Logs JSON lines to standard output, or short lines when standard output is a terminal. No log entry
 * identifies a person: no addresses, tokens, bodies or query strings. A request is identified by its id.
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
