/** @covers security.limits.9 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { lockDataDirectory } from '../../src/platform/database/embedded/data-directory-lock.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts';
import { lockFile } from '../../src/platform/database/embedded/file-lock.ts';
import { findUnprivilegedUser } from '../../src/platform/database/embedded/operating-system-user.ts';
import { findFreePort } from '../../src/platform/free-port.ts';
import { copyFolder } from '../support/prepared-data.ts';
import { parentOf, readPostmasterId } from '../support/processes.ts';

const STARTER = fileURLToPath(new URL('../support/start-embedded-for-test.ts', import.meta.url));
const COMES_BACK_WITHIN_MS = 20_000;
const isRoot = process.getuid?.() === 0;
const can = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const hasNamespaces = isRoot && can('unshare', '--pid', '--fork', '--mount-proc', 'true');

let initialized: { readonly dir: string; readonly clusterDir: string };
let dir: string;
let clusterDir: string;
let postgres: EmbeddedPostgres | null;
let sql: Sql | null;
let children: ChildProcess[];

/** The data folder of a first start that was shut down cleanly. */
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-embedded-'));
  await chmod(dir, 0o711);
  initialized = { dir, clusterDir: join(dir, 'postgres') };
  await (await startEmbeddedPostgres({ ...initialized, password: 'embedded' })).stop();
});

afterAll(() => rm(initialized.dir, { recursive: true, force: true }));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-embedded-'));
  await chmod(dir, 0o711);
  clusterDir = join(dir, 'postgres');
  postgres = null;
  sql = null;
  children = [];
});

afterEach(async () => {
  await sql?.end({ timeout: 1 });
  await postgres?.stop();
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  // The supervisors of the killed servers stop their Postgres.
  await expect.poll(isFree, { timeout: COMES_BACK_WITHIN_MS }).toBe(true);
  await rm(dir, { recursive: true, force: true });
});

async function isFree(): Promise<boolean> {
  const lock = await lockFile(`${clusterDir}.lock`);
  await lock?.release();
  return lock !== null;
}

/** These tests begin with a cluster that an earlier start created. */
function beginsInitialized(): void {
  beforeEach(() => copyFolder(initialized.clusterDir, clusterDir));
}

async function start(): Promise<{ postgres: EmbeddedPostgres; sql: Sql }> {
  postgres = await startEmbeddedPostgres({ clusterDir, password: 'embedded' });
  sql = openPool(postgres.connection, { applicationName: 'embedded-test', maxConnections: 2 });
  return { postgres, sql };
}

const postmasterIdNow = (): Promise<number> => readPostmasterId(clusterDir);

async function answers(pool: Sql): Promise<boolean> {
  return pool`select 1`.then(
    () => true,
    () => false,
  );
}

function startElsewhere(before: readonly string[] = []): ChildProcess {
  const child = spawn('env', [...before, process.execPath, STARTER, clusterDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function hasStarted(child: ChildProcess): Promise<boolean> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The process has no output.');
  return Promise.race([
    once(stdout, 'data').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
}

describe('The embedded Postgres accepts connections', () => {
  test('over a Unix socket in its own folder, which only its user can open', async () => {
    await copyFolder(initialized.clusterDir, clusterDir);
    const { postgres } = await start();
    expect(postgres.localConnection.host).toBe(clusterDir);
    await sql?.end();
    sql = openPool(postgres.localConnection, { applicationName: 'local', maxConnections: 1 });
    expect(
      await sql`select client_addr from pg_stat_activity where pid = pg_backend_pid()`,
    ).toEqual([{ client_addr: null }]);
    expect((await stat(clusterDir)).mode & 0o077).toBe(0);
  });

  test('over TCP if the path of the socket is too long', async () => {
    clusterDir = join(dir, 'a'.repeat(110));
    await copyFolder(initialized.clusterDir, clusterDir);
    const { postgres, sql } = await start();
    expect(postgres.localConnection).toEqual(postgres.connection);
    expect(await answers(sql)).toBe(true);
  });

  test('over a Unix socket when another process of its user has the process id in the lock file of the socket', async () => {
    await copyFolder(initialized.clusterDir, clusterDir);
    const other = spawn('sleep', ['60'], { ...(await findUnprivilegedUser()), stdio: 'ignore' });
    children.push(other);
    const port = await findFreePort(0);
    const lock = join(clusterDir, `.s.PGSQL.${String(port)}.lock`);
    await writeFile(
      lock,
      `${String(other.pid)}\n${clusterDir}\n0\n${String(port)}\n${clusterDir}\n`,
    );
    postgres = await startEmbeddedPostgres({ clusterDir, password: 'embedded', port });
    expect(postgres.localConnection.host).toBe(clusterDir);
  });
});

describe('The embedded Postgres restarts on the same port', () => {
  beginsInitialized();

  test('after its postmaster was killed while a backend was busy', async () => {
    const { postgres, sql } = await start();
    await sql`create table kept as select 1 as a`;
    const busy = sql`select count(*) from generate_series(1, 1e12::bigint)`.catch(() => undefined);
    await expect
      .poll(() => sql`select 1 from pg_stat_activity where query like 'select count(*) from gen%'`)
      .toHaveLength(1);
    process.kill(await postmasterIdNow(), 'SIGKILL');
    await expect.poll(postgres.cause, { interval: 5 }).toContain('SIGKILL');
    await expect.poll(() => answers(sql), { timeout: COMES_BACK_WITHIN_MS }).toBe(true);
    await expect.poll(postgres.cause, { timeout: COMES_BACK_WITHIN_MS }).toBeNull();
    expect(await sql`select a from kept`).toEqual([{ a: 1 }]);
    await busy;
  });

  test('after its postmaster was killed several times within a minute', async () => {
    const { sql } = await start();
    for (let round = 0; round < 6; round += 1) {
      const before = await postmasterIdNow();
      process.kill(before, 'SIGKILL');
      await expect
        .poll(() => postmasterIdNow().catch(() => before), { timeout: COMES_BACK_WITHIN_MS })
        .not.toBe(before);
      await expect.poll(() => answers(sql), { timeout: COMES_BACK_WITHIN_MS }).toBe(true);
    }
  });

  test('after its supervisor was killed', async () => {
    const { postgres, sql } = await start();
    await sql`create table kept as select 1 as a`;
    const first = await postmasterIdNow();
    process.kill(parentOf(first), 'SIGKILL');
    await expect.poll(postgres.cause, { interval: 5 }).not.toBeNull();
    await expect.poll(postgres.cause, { timeout: COMES_BACK_WITHIN_MS }).toBeNull();
    expect(await postmasterIdNow()).not.toBe(first);
    expect(await sql`select a from kept`).toEqual([{ a: 1 }]);
  });
});

test('A database whose folder was deleted is reported as lost', async () => {
  await copyFolder(initialized.clusterDir, clusterDir);
  const { postgres } = await start();
  const postmasterId = await postmasterIdNow();
  const supervisorId = parentOf(postmasterId);
  await rename(clusterDir, `${clusterDir}.moved`);
  process.kill(supervisorId, 'SIGKILL');
  const error = await postgres.lost;
  expect(error.message).toContain('is gone');
  process.kill(postmasterId, 'SIGINT');
  await rename(`${clusterDir}.moved`, clusterDir);
});

describe.skipIf(!isRoot)('On a separate disk (root only)', () => {
  beforeEach(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=711', 'tmpfs', dir]);
  });
  beginsInitialized();

  afterEach(() => {
    execFileSync('umount', ['--lazy', dir]);
  });

  test('that is full, the database reports the full disk and recovers when space is freed', async () => {
    const { postgres, sql } = await start();
    await sql`create table kept as select 1 as a`;
    const filler = join(dir, 'filler');
    // Fills the disk.
    can('dd', 'if=/dev/zero', `of=${filler}`, 'bs=1M');
    await expect
      .poll(
        async () => {
          await sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`.catch(
            () => undefined,
          );
          return postgres.cause();
        },
        { timeout: COMES_BACK_WITHIN_MS, interval: 0 },
      )
      .toBe('The disk of the database is full.');
    await rm(filler);
    await expect.poll(() => answers(sql), { timeout: COMES_BACK_WITHIN_MS }).toBe(true);
    expect(await sql`select a from kept`).toEqual([{ a: 1 }]);
  });
});

describe('One data folder has one server', () => {
  beginsInitialized();

  test('when several servers start at the same time', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => lockDataDirectory(dir)),
    );
    const winners = attempts.filter(({ status }) => status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const [winner] = winners as PromiseFulfilledResult<() => Promise<void>>[];
    await winner?.value();
    const release = await lockDataDirectory(dir);
    await release();
  });

  test('when another process has the process id of a stale lock file', async () => {
    await start();
    await postgres?.stop();
    await writeFile(join(clusterDir, 'postmaster.pid'), `${String(process.ppid)}\n${clusterDir}\n`);
    await writeFile(join(dir, 'server.lock'), String(process.ppid));
    const { sql } = await start();
    expect(await answers(sql)).toBe(true);
    const release = await lockDataDirectory(dir);
    await release();
  });

  test.skipIf(!hasNamespaces)(
    'when the other server is in another process namespace (root only)',
    async () => {
      const { sql } = await start();
      const other = startElsewhere(['unshare', '--pid', '--fork', '--mount-proc']);
      let output = '';
      other.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      expect(await hasStarted(other)).toBe(false);
      expect(output).toContain('in use, maybe from another container');
      expect(await answers(sql)).toBe(true);
    },
    60_000,
  );

  test('when its supervisor was killed and only its Postgres still runs', async () => {
    const first = startElsewhere();
    expect(await hasStarted(first)).toBe(true);
    const postmasterId = await postmasterIdNow();
    process.kill(first.pid ?? 0, 'SIGSTOP');
    process.kill(parentOf(postmasterId), 'SIGKILL');
    expect(await isFree()).toBe(false);
    process.kill(first.pid ?? 0, 'SIGKILL');
    // The remaining Postgres stops before the next one starts.
    const { sql } = await start();
    expect(await answers(sql)).toBe(true);
    expect(await postmasterIdNow()).not.toBe(postmasterId);
  });
});

describe('A first start', () => {
  test('that is killed at any time does not prevent the next start', async () => {
    for (const delayMs of [100, 250, 400, 700, 1000, 1500]) {
      const child = startElsewhere();
      await Promise.race([sleep(delayMs), once(child, 'exit')]);
      child.kill('SIGKILL');
    }
    const { sql } = await start();
    expect(await answers(sql)).toBe(true);
    expect(existsSync(`${clusterDir}.partial`)).toBe(false);
    // The password of the database is kept as well.
    expect((await readdir(dir)).filter((name) => name.includes('password'))).toEqual([]);
  });

  test('is repeated after an interrupted one left a partial cluster', async () => {
    await mkdir(`${clusterDir}.partial`);
    await writeFile(join(`${clusterDir}.partial`, 'PG_VERSION'), '17\n');
    const { sql } = await start();
    expect(await answers(sql)).toBe(true);
  });

  test('that fails reports the error that Postgres wrote before it had a log', async () => {
    await copyFolder(initialized.clusterDir, clusterDir);
    await rm(join(clusterDir, 'postgresql.conf'));
    await expect(start()).rejects.toThrow(/could not access the server configuration file/);
  });

  test('does not change a folder that contains other files', async () => {
    await mkdir(clusterDir);
    await writeFile(join(clusterDir, 'thesis.txt'), 'mine');
    await expect(start()).rejects.toThrow("isn't empty, but contains no database");
    expect(await readFile(join(clusterDir, 'thesis.txt'), 'utf8')).toBe('mine');
  });
});
