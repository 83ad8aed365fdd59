import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { functionVariables } from './variables.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'function-variables-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const warn = vi.fn();
const PROJECT = {
  apiKeys: { publishableKey: 'sb_publishable_1', secretKey: 'sb_secret_1' },
  databaseUrl: 'postgres://localhost/postgres',
  signingKeys: { jwks: { keys: [] } },
  logger: { warn },
};

/** The variables of a function in a folder with this .env file. */
async function variablesWith(envFile: string | null, secrets: Record<string, string> = {}) {
  warn.mockClear();
  if (envFile !== null) await writeFile(join(dir, '.env'), envFile);
  const settings = { dir, secrets, isLocalOnly: false };
  return functionVariables(settings, PROJECT, 'http://127.0.0.1:1');
}

describe('The environment of a function', () => {
  test('has the variables of the .env file in the functions folder', async () => {
    const file = '# a comment\nexport PLAIN=one\nQUOTED="two words" # note\nLINES="a\nb"\nEMPTY=\n';
    expect(await variablesWith(file)).toMatchObject({
      PLAIN: 'one',
      QUOTED: 'two words',
      LINES: 'a\nb',
      EMPTY: '',
    });
  });

  test('has the secrets of the environment, which override the .env file', async () => {
    expect(await variablesWith('KEY=file\nOTHER=file', { KEY: 'environment' })).toMatchObject({
      KEY: 'environment',
      OTHER: 'file',
    });
  });

  test('needs no .env file', async () => {
    expect(await variablesWith(null, { KEY: 'environment' })).toMatchObject({ KEY: 'environment' });
    expect(warn).not.toHaveBeenCalled();
  });

  test.each(['SUPABASE_', 'SB_', 'DENO_'])(
    'ignores a variable whose name starts with %s, with a warning that names it',
    async (prefix) => {
      const name = `${prefix}URL`;
      const before = await variablesWith(null);
      const variables = await variablesWith(`${name}=https://other.example\nKEY=file`);
      expect(variables).toMatchObject({ KEY: 'file' });
      expect(variables[name]).toBe(before[name]);
      expect(warn.mock.calls).toEqual([
        [{ name }, `functions: env name cannot start with ${prefix}, skipping`],
      ]);
    },
  );
});
