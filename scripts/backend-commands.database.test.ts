import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '@beaconpay/server/platform/database/connection';
import { findEmbeddedConnection } from '@beaconpay/server/platform/database/embedded/embedded-connection';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import { readApiKeys } from '@beaconpay/server/platform/identity/key-files';
import { createServer, type RunningServer } from '@beaconpay/server';
import { PROJECT_DIR } from './project-dir.ts';

// The commands for developers who use this server as a backend.
const run = promisify(execFile);
const CLI = 'apps/server/src/cli';
let dir: string;
let dataDir: string;
let port: number;
let server: RunningServer;

/** Runs a command as npm does, with only these programs on the PATH. */
async function runScript(
  path: string,
  environment: Record<string, string> = {},
  scriptArguments: string[] = [],
): Promise<{ code: number; output: string }> {
  const env = { DATA_DIR: dataDir, PATH: join(dir, 'programs'), ...environment };
  return run(process.execPath, [join(PROJECT_DIR, path), ...scriptArguments], {
    env,
    cwd: dir,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-backend-'));
  await chmod(dir, 0o711);
  dataDir = join(dir, 'data');
  await mkdir(join(dir, 'programs'));
  // A substitute for psql, which prints how it is called.
  await writeFile(
    join(dir, 'programs', 'psql'),
    '#!/bin/sh\nprintf "%s\\n" "$@" "$PGPASSWORD"\n[ "$2" = fails ] && exit 3\nexit 0\n',
    { mode: 0o755 },
  );
  port = await findFreePort();
  server = await createServer({
    environment: {
      DATA_DIR: dataDir,
      DB_PORT: String(port),
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

describe('DB_PORT', () => {
  test('is the port of the embedded database', async () => {
    const connection = await findEmbeddedConnection(dataDir);
    expect(connection?.port).toBe(port);
    if (connection === null) throw new Error('There is no database.');
    const [row] = await withConnection(connection, 'test', (sql) => sql`select 1 as one`);
    expect(row).toEqual({ one: 1 });
  });

  test('that another program uses is an error at start that names the port', async () => {
    const other = createTcpServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port: taken } = other.address() as { port: number };
    const start = createServer({
      environment: { DATA_DIR: join(dir, 'other'), DB_PORT: String(taken), PORT: '0' },
    });
    await expect(start).rejects.toThrow(`Nothing can listen on DB_PORT ${String(taken)}`);
    other.close();
  });
});

describe('npm run psql', () => {
  test('opens psql on the database of the running server, without the password in its arguments', async () => {
    const { code, output } = await runScript('scripts/psql.ts', {}, ['-c', 'select 1']);
    const connection = await findEmbeddedConnection(dataDir);
    const [address, ...rest] = output.trimEnd().split('\n');
    expect(address).toBe(
      `postgres://${connection?.username ?? ''}@127.0.0.1:${String(port)}/postgres?sslmode=disable`,
    );
    expect(rest).toEqual(['-c', 'select 1', connection?.password]);
    expect(code).toBe(0);
  });

  test('exits with the exit code of psql', async () => {
    expect((await runScript('scripts/psql.ts', {}, ['fails'])).code).toBe(3);
  });

  test('prints the connection string where psql is not installed', async () => {
    const { output } = await runScript('scripts/psql.ts', { PATH: dir });
    const url = /^postgres:\/\/\S+$/m.exec(output)?.[0] ?? '';
    const connection = await findEmbeddedConnection(dataDir);
    expect(new URL(url).port).toBe(String(port));
    expect(decodeURIComponent(new URL(url).password)).toBe(connection?.password);
  });
});

/** Commands work in any folder, for the project of SUPABASE_WORKDIR. */
const PROJECT = { SUPABASE_WORKDIR: PROJECT_DIR };

describe('npm run', () => {
  test('has a file for each command', async () => {
    const manifest = JSON.parse(await readFile(join(PROJECT_DIR, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const files = Object.values(manifest.scripts).flatMap(
      (script) => /\bnode (\S+\.ts)/.exec(script)?.[1] ?? [],
    );
    expect(files).toContain(`${CLI}/backup.ts`);
    expect(files.filter((file) => !existsSync(join(PROJECT_DIR, file)))).toEqual([]);
  });

  test.each(['backup', 'restore', 'db-prepare', 'db-migrate', 'db-types', 'keys', 'keys-rotate'])(
    '%s prints its usage and does nothing for an unknown argument',
    async (name) => {
      const { code, output } = await runScript(`${CLI}/${name}.ts`, {}, ['--no-such-flag']);
      expect(output).toContain("Unknown option '--no-such-flag'\nUsage: npm run ");
      expect(code).toBe(2);
    },
  );
});

describe('npm run backup', () => {
  test('copies the data of the running server, and npm run restore creates a data folder from it', async () => {
    const backup = join(dir, 'backup');
    const backedUp = await runScript(`${CLI}/backup.ts`, PROJECT, [backup]);
    expect(backedUp.output).toMatch(/^\d+ tables, the keys and the objects are in /);
    expect(backedUp.output).toContain(
      `Restore it with: DATA_DIR=<new folder> npm run restore -- ${backup}`,
    );

    const restoredDir = join(dir, 'restored');
    const restored = await runScript(`${CLI}/restore.ts`, { ...PROJECT, DATA_DIR: restoredDir }, [
      backup,
    ]);
    expect(restored.output).toMatch(/now holds the data of .*Start the server with: npm start/);
    expect((await readApiKeys(restoredDir)).secretKey).toBe((await readApiKeys(dataDir)).secretKey);
  });
});

describe('npm run db:migrate', () => {
  test('applies the migrations of the project that SUPABASE_WORKDIR names', async () => {
    const { code, output } = await runScript(`${CLI}/db-migrate.ts`, PROJECT);
    expect(output).toContain('All migrations are applied.');
    expect(code).toBe(0);
  });

  test('names the setting when there is no project', async () => {
    const { code, output } = await runScript(`${CLI}/db-migrate.ts`);
    expect(output).toContain('SUPABASE_WORKDIR cannot be read: Error: ENOENT');
    expect(code).toBe(1);
  });
});

describe('npm run mail:preview', () => {
  test('writes every mail into a folder', async () => {
    const folder = join(dir, 'mails');
    const { output } = await runScript(`${CLI}/mail-preview.ts`, {}, [folder]);
    expect(output).toMatch(/^\d+ emails are in .*index\.html\.$/m);
    expect(existsSync(join(folder, 'index.html'))).toBe(true);
  });
});

describe('npm run db:types', () => {
  test('writes the types of the public schema into a file, and -- --check compares them', async () => {
    const file = join(dir, 'types.ts');
    const written = await runScript(`${CLI}/db-types.ts`, PROJECT, [file]);
    expect(written.output).toBe(`${file} is written.\n`);
    const checked = await runScript(`${CLI}/db-types.ts`, PROJECT, [file, '--check']);
    expect(checked.output).toBe(`${file} is up to date.\n`);
    await writeFile(file, '');
    const changed = await runScript(`${CLI}/db-types.ts`, PROJECT, [file, '--check']);
    expect(changed).toEqual({
      code: 1,
      output: `${file} is out of date: run \`npm run db:types\`.\n`,
    });
  });
});

describe('npm run keys', () => {
  test('prints the keys of the data folder and where they are', async () => {
    const kept = await readApiKeys(dataDir);
    const { output } = await runScript(`${CLI}/keys.ts`, { PUBLIC_URL: 'https://pay.example.com' });
    expect(output).toContain('https://pay.example.com');
    expect(output).toContain(kept.publishableKey);
    expect(output).toContain(kept.secretKey);
    expect(output).toContain(join(dataDir, 'api-keys.json'));
  });

  test('prints the keys that are set instead', async () => {
    const given = `sb_publishable_${'a'.repeat(30)}`;
    const { output } = await runScript(`${CLI}/keys.ts`, { PUBLISHABLE_KEY: given });
    expect(output).toContain(given);
    expect(output).toContain((await readApiKeys(dataDir)).secretKey);
    expect(output).toMatch(/Kept in +PUBLISHABLE_KEY, .*api-keys\.json/);
  });

  test('creates no keys in a folder that does not exist', async () => {
    const { code, output } = await runScript(`${CLI}/keys.ts`, { DATA_DIR: join(dir, 'misspelt') });
    expect(code).toBe(1);
    expect(output).toContain('There are no API keys in');
  });
});

describe('npm run db:seed', () => {
  test('loads the demo data while the server runs, and reports existing demo data', async () => {
    const loaded = await runScript('scripts/db-seed.ts');
    expect(loaded.output).toMatch(/^The demo accounts and their records are loaded\.$/m);
    expect(loaded.output).toContain('personal@beaconpay.example');
    expect(loaded.output).toContain('The password of each: beacon-demo-2026');
    const again = await runScript('scripts/db-seed.ts');
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^The demo accounts were loaded before\. Nothing was changed\.$/m,
      ) as string,
    });
  });

  test('loads the demo data in a data folder whose server is stopped', async () => {
    const DATA_DIR = join(dir, 'stopped');
    const stopped = await createServer({
      environment: { ...PROJECT, DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' },
    });
    await stopped.close();
    const { output } = await runScript('scripts/db-seed.ts', { DATA_DIR });
    expect(output).toMatch(/^The demo accounts and their records are loaded\.$/m);
  });

  test('is refused with NODE_ENV=production', async () => {
    const refused = await runScript('scripts/db-seed.ts', { NODE_ENV: 'production' });
    expect(refused).toEqual({
      code: 1,
      output:
        'The demo accounts have a public password, so db:seed runs only in development. ' +
        'Here NODE_ENV is production.\n',
    });
  });
});
