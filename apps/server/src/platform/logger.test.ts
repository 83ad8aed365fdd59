import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

/** The log entry of an error. */
function logged(error: unknown): Record<string, unknown> {
  let line = '';
  createLogger('info', { write: (text: string) => (line = text) }).warn({ err: error }, 'logged');
  return (JSON.parse(line) as { err: Record<string, unknown> }).err;
}

test('an error is logged with its name, code and stack', () => {
  expect(logged(new TypeError('is no function'))).toMatchObject({
    name: 'TypeError',
    message: 'is no function',
    stack: expect.stringContaining('    at ') as string,
  });
});

test('messages of Postgres, which can contain data of a row, are not logged', () => {
  const error = Object.assign(new Error('Key (email)=(ada@example.com)'), {
    name: 'PostgresError',
    code: '23505',
    detail: 'ada@example.com',
  });
  expect(JSON.stringify(logged(error))).not.toContain('ada@example.com');
  expect(logged(error)).toMatchObject({ name: 'PostgresError', code: '23505' });
  // Also as a copy that a library passes on.
  const { name, code, detail, message, stack } = error;
  const copy = { name, code, detail, message, stack };
  expect(JSON.stringify(logged(copy))).not.toContain('ada@example.com');
});

test('messages of both drivers are not logged, except operational ones', () => {
  for (const name of ['PostgresError', 'DatabaseError']) {
    const of = (code: string, message: string) =>
      logged(Object.assign(new Error(message), { name, code }));
    expect(of('22P02', 'invalid input: "ada@example.com"')).not.toHaveProperty('message');
    expect(of('53100', 'No space left on device').message).toBe('No space left on device');
    expect(of('25006', 'cannot execute INSERT in a read-only transaction')).toHaveProperty(
      'message',
    );
  }
});

test('a copy of an error is logged like the error', () => {
  const { message, stack } = new Error('the queue is gone');
  expect(logged({ code: 'GONE', message, stack })).toMatchObject({ code: 'GONE', message });
});

test('a value that is not an error is logged by its type only', () => {
  expect(logged('ada@example.com')).toEqual({ name: 'string' });
});

const PROCESSES = 4;
const LINES = 3000;

/** Logs enough lines from several processes to fill their common pipe, whose reader is slow. */
async function logFromSeveralProcesses(): Promise<string[]> {
  const loggerPath = fileURLToPath(new URL('./logger.ts', import.meta.url));
  const script = `
    import { createLogger } from ${JSON.stringify(loggerPath)};
    const logger = createLogger('info');
    for (let i = 0; i < ${String(LINES)}; i += 1) logger.info({ text: 'x'.repeat(200 + (i % 90)) }, 'logged');
  `;
  const processes = 'node --input-type=module -e "$0" & '.repeat(PROCESSES);
  const shell = `(${processes} wait) | dd bs=64 status=none`;
  const { stdout } = await promisify(execFile)('sh', ['-c', shell, script], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.trimEnd().split('\n');
}

test('lines of several processes arrive complete, also if the processes exit immediately', async () => {
  const lines = await logFromSeveralProcesses();
  expect(lines.length).toBe(PROCESSES * LINES);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: 'logged' });
});
