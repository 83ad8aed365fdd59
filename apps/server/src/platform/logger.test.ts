import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

/** What the log says of an error. */
function logged(error: unknown): Record<string, unknown> {
  let line = '';
  createLogger('info', { write: (text: string) => (line = text) }).warn({ err: error }, 'told');
  return (JSON.parse(line) as { err: Record<string, unknown> }).err;
}

test('an error is told with what locates it', () => {
  expect(logged(new TypeError('is no function'))).toMatchObject({
    name: 'TypeError',
    message: 'is no function',
    stack: expect.stringContaining('    at ') as string,
  });
});

test('the words of Postgres, which may quote a row, are not told', () => {
  const error = Object.assign(new Error('Key (email)=(ada@example.com)'), {
    name: 'PostgresError',
    code: '23505',
    detail: 'ada@example.com',
  });
  expect(JSON.stringify(logged(error))).not.toContain('ada@example.com');
  expect(logged(error)).toMatchObject({ name: 'PostgresError', code: '23505' });
  // Also as the copy of it that a library hands on.
  const { name, code, detail, message, stack } = error;
  const copy = { name, code, detail, message, stack };
  expect(JSON.stringify(logged(copy))).not.toContain('ada@example.com');
});

test('an error that a library tells by a copy of it is told like the error itself', () => {
  const { message, stack } = new Error('the queue is gone');
  expect(logged({ code: 'GONE', message, stack })).toMatchObject({ code: 'GONE', message });
});

test('what is no error at all is told by its type only', () => {
  expect(logged('ada@example.com')).toEqual({ name: 'string' });
});
