import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from '../../src/platform/database/wire/connect.ts';
import { requireSessions } from '../../src/platform/database/session-check.ts';
import { findFreePort } from '../../src/platform/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';

const hasPgBouncer = (() => {
  try {
    execFileSync('pgbouncer', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});

afterEach(() => database.drop());

test('A direct connection to Postgres passes the check for separate sessions', async () => {
  await expect(requireSessions(database.connection)).resolves.toBeUndefined();
});

test.each([1, 2, 3, 8])(
  'A pooler that shares %d sessions among transactions is detected',
  async (count) => {
    const pooler = await startTransactionPooler(database.connection, count);
    try {
      const behind = { ...database.connection, port: pooler.port };
      await expect(requireSessions(behind)).rejects.toThrow('session mode');
    } finally {
      await pooler.close();
    }
  },
);

/** PgBouncer refuses to run as root. A machine with PgBouncer has the user postgres or nobody. */
async function withPgBouncer(mode: string, use: (port: number) => Promise<void>): Promise<void> {
  const { host, port, username, password } = database.connection;
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-bouncer-'));
  await chmod(dir, 0o755);
  const listenPort = await findFreePort();
  await writeFile(join(dir, 'users.txt'), `"${username}" "${password}"\n`);
  await writeFile(
    join(dir, 'pgbouncer.ini'),
    `[databases]\n* = host=${host} port=${String(port)}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${String(listenPort)}\nauth_type = scram-sha-256\nauth_file = ${dir}/users.txt\n` +
      `pool_mode = ${mode}\nunix_socket_dir =\n`,
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const bouncer = spawn('pgbouncer', [...asUser, join(dir, 'pgbouncer.ini')], { stdio: 'ignore' });
  const exited = once(bouncer, 'exit');
  try {
    await expect
      .poll(() =>
        openConnection({ ...database.connection, port: listenPort }, {}).then(
          ({ socket }) => socket.destroy().destroyed,
          () => false,
        ),
      )
      .toBe(true);
    await use(listenPort);
  } finally {
    bouncer.kill('SIGINT');
    bouncer.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true });
  }
}

describe.skipIf(!hasPgBouncer)('PgBouncer (where it is installed)', () => {
  test('in session mode is accepted', async () => {
    await withPgBouncer('session', async (port) => {
      await expect(requireSessions({ ...database.connection, port })).resolves.toBeUndefined();
    });
  });

  test.each(['transaction', 'statement'])('in %s mode is refused', async (mode) => {
    await withPgBouncer(mode, async (port) => {
      await expect(requireSessions({ ...database.connection, port })).rejects.toThrow();
    });
  });
});
