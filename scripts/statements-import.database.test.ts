import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@beaconpay/server/testing';
import { PROJECT_DIR } from './project-dir.ts';

const run = promisify(execFile);
const HEADER = 'Date,Amount,Currency,Reference,Account';

let server: TestServer;
let folder: string;
/** The account of the lines of a test. */
let account: string;
let accounts = 1000;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
  accounts += 1;
  account = String(accounts);
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, ...rows: readonly string[]): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, `${rows.join('\n')}\n`);
  const changedS = Date.now() / 1000 - 60;
  await utimes(path, changedS, changedS);
}

/** Runs the command as the scheduler of a machine does. */
async function importStatements(
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    SUPABASE_URL: server.url,
    SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
    ...environment,
  };
  const script = join(PROJECT_DIR, 'scripts/statements-import.ts');
  return run(process.execPath, [script, folder, ...words], { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );
}

const references = async () =>
  (
    await server.sql<{ text: string }[]>`
      select source || ' ' || account || ' ' || remittance_text as text
      from public.bank_lines where account in (${account}, ${`AGENT${account}`}) order by 1`
  ).map(({ text }) => text);

const filesIn = (name: string) => readdir(join(folder, name)).catch(() => []);

describe('The import of a folder', () => {
  test('stores each line once, and moves the files', async () => {
    await put(
      'monday.csv',
      HEADER,
      `2026-02-01,15.00,USD,A1,${account}`,
      `2026-02-02,15.00,USD,A2,${account}`,
    );
    await put(
      'tuesday.csv',
      HEADER,
      `2026-02-02,15.00,USD,A2,${account}`,
      `2026-02-03,9.00,USD,A3,${account}`,
    );
    const { code, output } = await importStatements();
    expect(code, output).toBe(0);
    expect(output).toContain('statements: imported tuesday.csv: 1 new lines, 1 known');
    expect(await references()).toEqual([
      `statement ${account} A1`,
      `statement ${account} A2`,
      `statement ${account} A3`,
    ]);
    expect(await filesIn('.')).toEqual(['imported']);
    expect((await filesIn('imported')).sort()).toEqual(['monday.csv', 'tuesday.csv']);
    expect(await importStatements()).toEqual({ code: 0, output: '' });
  });

  test('refuses a file that it cannot read, and imports the others', async () => {
    await put('a.csv', HEADER, `2026-02-01,15.00,USD,A1,${account}`);
    await put('b.csv', HEADER, `2026-02-31,15.00,USD,A2,${account}`);
    await put('c.csv', HEADER, `2026-02-03,15.00,USD,A3,${account}`);
    const { code, output } = await importStatements();
    expect(code).toBe(1);
    expect(output).toContain('statements: refused b.csv: date-invalid, line 2');
    expect(await references()).toEqual([`statement ${account} A1`, `statement ${account} A3`]);
    expect(await filesIn('refused')).toEqual(['b.csv']);
  });

  test('takes account and currency for a table without them, and the lists of agents', async () => {
    await put('a.csv', 'Date,Amount,Reference', '2026-02-01,15.00,A1');
    expect(await importStatements([account, 'USD'])).toMatchObject({ code: 0 });
    await put(
      'agent.csv',
      'Receipt no,Date,Name,Amount,Currency,Reference,Agent',
      `0007,2026-02-01,Ada,15.00,USD,A2,AGENT-${account}`,
    );
    expect(await importStatements(['--agent'])).toMatchObject({ code: 0 });
    expect(await references()).toEqual([`agent AGENT${account} A2`, `statement ${account} A1`]);
  });

  test('leaves the files for the next run if the server does not take them', async () => {
    await put('a.csv', HEADER, `2026-02-01,15.00,USD,A1,${account}`);
    const wrongKey = { SUPABASE_SERVICE_ROLE_KEY: server.publishableKey };
    expect(await importStatements([], wrongKey)).toMatchObject({ code: 1 });
    const noServer = { SUPABASE_URL: 'http://127.0.0.1:1' };
    expect(await importStatements([], noServer)).toMatchObject({ code: 1 });
    expect(await filesIn('.')).toEqual(['a.csv']);
    expect(await importStatements()).toMatchObject({ code: 0 });
    expect(await references()).toEqual([`statement ${account} A1`]);
  });
});
