import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger, openTerminal } from './logger.ts';

/** The terminal output of log entries. */
function seen(level: string, log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const terminal = { write: (line: string) => ((text += line), true) };
  log(createLogger(level, openTerminal(level, terminal)));
  return stripVTControlCharacters(text);
}

const VIEW = { requestId: 'x', method: 'GET', route: '/*', status: 200, durationMs: 1.2 };

test('an event is one short line without JSON', () => {
  const facts = { count: 93, migrations: ['server/0001.sql', 'product/0001.sql'] };
  expect(seen('info', (logger) => logger.info(facts, 'migrations: applied'))).toMatch(
    /^\d\d:\d\d:\d\d {2}migrations: applied {2}count=93\n$/,
  );
});

test('a page view is not shown, and is one short line at debug level', () => {
  expect(seen('info', (logger) => logger.info(VIEW, 'request'))).toBe('');
  expect(seen('debug', (logger) => logger.info(VIEW, 'request'))).toMatch(
    /^\S+ {2}GET \/\* 200 1\.2 ms\n$/,
  );
});

test('a request that failed is a line with its level', () => {
  const failed = { ...VIEW, status: 500 };
  expect(seen('info', (logger) => logger.error(failed, 'request'))).toMatch(
    /^\S+ {2}error {2}GET \/\* 500 1\.2 ms\n$/,
  );
});

test('an error has its message on the line and its stack below', () => {
  const text = seen('info', (logger) => logger.fatal({ err: new TypeError('broken') }, 'it ends'));
  const [line, ...stack] = text.trimEnd().split('\n');
  expect(line).toMatch(/^\S+ {2}error {2}it ends {2}TypeError: broken$/);
  expect(stack.length).toBeGreaterThan(1);
  for (const frame of stack) expect(frame).toMatch(/^ {4}at /);
});

test('a text of a client cannot control the terminal', () => {
  const err = new Error('\u001b]0;owned\u0007 and\nmore');
  expect(seen('info', (logger) => logger.warn({ err }, 'refused'))).not.toMatch(
    // oxlint-disable-next-line no-control-regex -- these must be removed
    /[\u0000-\u0009\u000b-\u001f]|\n./,
  );
});

test('a warning has its cause on the same line', () => {
  const text = seen('info', (logger) => logger.warn({ err: new Error('gone'), pool: 'a' }, 'slow'));
  expect(text).toMatch(/^\S+ {2}warning {2}slow {2}pool=a {2}Error: gone\n$/);
});
