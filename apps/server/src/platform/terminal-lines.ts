import { styleText } from 'node:util';

interface Entry {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly name?: string; readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

const WARN = 40;
const ERROR = 50;
/** Fields of every entry, and ids that an operator does not need in a terminal. */
const NOT_SHOWN = new Set(['level', 'time', 'msg', 'err', 'requestId', 'traceId']);

function fieldsOf(entry: Entry): string[] {
  return Object.entries(entry)
    .filter(([name, value]) => !NOT_SHOWN.has(name) && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value)}`);
}

/** Removes control characters, so that a client's text cannot control an operator's terminal. */
function toPlain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

function describeRequest({ method, route, status, durationMs }: Entry): string {
  return [method, route, status, `${String(durationMs)} ms`].map(String).join(' ');
}

function labelOf(level: number): string[] {
  if (level >= ERROR) return [styleText('red', 'error')];
  return level >= WARN ? [styleText('yellow', 'warning')] : [];
}

/**
 * A log entry for a terminal: one short line, and the stack of an error below it.
 *
 * @param json the entry as pino writes it
 */
export function toTerminalLine(json: string): string {
  const entry = JSON.parse(json) as Entry;
  const { level, err, msg = '' } = entry;
  const time = styleText('dim', new Date(entry.time).toTimeString().slice(0, 8));
  const isRequest = msg === 'request' && entry.route !== undefined;
  const text = isRequest ? [describeRequest(entry)] : [msg, ...fieldsOf(entry)];
  const cause = err === undefined ? [] : [`${err.name ?? 'Error'}: ${err.message ?? ''}`];
  const stack = level >= ERROR && err?.stack ? `\n${styleText('dim', err.stack)}` : '';
  const parts = [...text, ...cause].map(toPlain);
  return `${[time, ...labelOf(level), ...parts].join('  ')}${stack}\n`;
}
