import { describe, expect, test } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.ts';

const ROTATE = { usage: 'keys:rotate [-- --compromised]', flags: ['compromised'] };
const CREATE = { usage: 'admin:create -- <email> [password]', least: 1, most: 2 };

describe('A command', () => {
  test('gets its arguments and flags', () => {
    expect(parseCommandLine(['a@example.com', 'secret'], {}, CREATE).words).toEqual([
      'a@example.com',
      'secret',
    ]);
    expect([...parseCommandLine(['--compromised'], {}, ROTATE).flags]).toEqual(['compromised']);
    expect([...parseCommandLine([], {}, ROTATE).flags]).toEqual([]);
  });

  test.each([
    ['a flag that it does not know', ['--compromise'], ROTATE, "Unknown option '--compromise'"],
    ['a flag instead of an argument', ['--force'], CREATE, "Unknown option '--force'"],
    [
      'too many arguments, such as the rest of a password with spaces',
      ['a@b.c', 'x', 'y'],
      CREATE,
      'Unexpected argument "y".',
    ],
    ['too few arguments', [], CREATE, 'Missing argument.'],
  ])('is refused for %s', (_what, given, form, message) => {
    expect(() => parseCommandLine(given, {}, form)).toThrow(new UsageError(message));
  });

  test('is refused when npm consumed its flag, instead of running without it', () => {
    const environment = { npm_config_compromised: 'true' };
    expect(() => parseCommandLine([], environment, ROTATE)).toThrow(
      'Put --compromised after "--": -- --compromised',
    );
  });
});
