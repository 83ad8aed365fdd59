import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, type Session } from '@supabase/supabase-js';
import { decodeProtectedHeader, SignJWT, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { createServer } from '../../src/index.ts';
import { createFixedClock, type Clock } from '../../src/platform/runtime/clock.ts';
import { createTokenSigner } from '../../src/platform/identity/access-token.ts';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import {
  dropRetiredKeys,
  rotateStoredKeys,
} from '../../src/platform/identity/stored-signing-keys.ts';
import {
  generateSigningJwk,
  importSigningKey,
  keyIdOf,
} from '../../src/platform/identity/signing-keys.ts';
import { createSealer } from '../../src/platform/sealing.ts';
import { rotateKeys } from '../../src/operations/key-rotation.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { spawnServer } from '../support/spawned-server.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../src/cli/keys-rotate.ts', import.meta.url));
const PUBLISHED_FOR_MS = 600_000;
/** The lifetime of a token and the allowed clock skew. */
const TOKENS_LIVE_MS = 3_660_000;
const JWT_SECRET = 'a shared secret of at least thirty-two characters';

let database: TestDatabase;
let dir: string;
let apiKeys: ReturnType<typeof generateApiKeys>;
let closers: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-keys-'));
  apiKeys = generateApiKeys();
  closers = [];
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

interface Machine {
  readonly url: string;
}

function settingsOf(environment: Readonly<Record<string, string>> = {}) {
  return {
    PORT: '0',
    DATA_DIR: join(dir, randomUUID()),
    DB_POOL_SIZE: '34',
    LOG_LEVEL: 'silent',
    JWT_SECRET,
    ...environment,
  };
}

/** One of several machines on the database: its shared state and its API keys. */
async function startMachine(
  jwks: readonly JWK[],
  options: { clock?: Clock; environment?: Readonly<Record<string, string>> } = {},
): Promise<Machine> {
  const running = await createServer({
    environment: settingsOf(options.environment),
    prepared: { connection: database.connection, apiKeys, signingJwks: jwks },
    overrides: options.clock === undefined ? {} : { clock: options.clock },
  });
  closers.push(() => running.close());
  return { url: `http://127.0.0.1:${String(running.port)}` };
}

async function signIn({ url }: Machine): Promise<Session> {
  const client = createClient(url, apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signUp({
    email: `person-${randomUUID()}@example.com`,
    password: 'correct horse 7',
  });
  if (error) throw error;
  if (data.session === null) throw new Error('There is no session.');
  return data.session;
}

async function statusOf({ url }: Machine, path: string, token: string): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    headers: {
      apikey: apiKeys.publishableKey,
      Authorization: `Bearer ${token}`,
      // A new connection for each request, so that every process responds to some of them.
      Connection: 'close',
    },
  });
  await response.text();
  return response.status;
}

/** The statuses of the auth service and the data API for a token, each requested several times. */
async function answersTo(machine: Machine, token: string): Promise<number[]> {
  const requests = Array.from({ length: 4 }, () => [
    statusOf(machine, '/auth/v1/user', token),
    statusOf(machine, '/rest/v1/', token),
  ]).flat();
  return [...new Set(await Promise.all(requests))].sort();
}
const TAKEN = [200];
const REFUSED = [401, 403];

async function publishedBy({ url }: Machine): Promise<string[]> {
  const response = await fetch(`${url}/auth/v1/.well-known/jwks.json`, {
    headers: { Connection: 'close' },
  });
  const { keys } = (await response.json()) as { keys: JWK[] };
  for (const key of keys) expect(key).not.toHaveProperty('d');
  return keys.map(({ kid }) => kid ?? '');
}

const signerOf = ({ access_token: token }: Session) => decodeProtectedHeader(token).kid;
const sealer = () => createSealer(apiKeys.secretKey, 'signing-keys');

describe('A new signing key', () => {
  /** @covers 8.auth-errors.7, security.sessions.3 */
  test('is published on all machines at once and signs ten minutes later; older keys verify until their last token has expired', async () => {
    const clock = createFixedClock(new Date());
    const jwk = await generateSigningJwk();
    const [one, other] = [
      await startMachine([jwk], { clock }),
      // The key file in its own folder is ignored: all machines on a database have the same keys.
      await startMachine([await generateSigningJwk()], { clock }),
    ];
    const before = await signIn(one);
    expect(signerOf(before)).toBe(jwk.kid);
    expect(await answersTo(other, before.access_token)).toEqual(TAKEN);

    const { keyId } = await rotateStoredKeys(database.sql, sealer(), false);
    for (const machine of [one, other]) {
      await expect.poll(() => publishedBy(machine)).toEqual([keyId, jwk.kid]);
      expect(signerOf(await signIn(machine))).toBe(jwk.kid);
    }
    // The clock of the test stands still, the clock of the database does not.
    clock.advance(PUBLISHED_FOR_MS + 300_000);
    for (const machine of [one, other]) {
      const after = await signIn(machine);
      expect(signerOf(after)).toBe(keyId);
      expect(await answersTo(one, after.access_token)).toEqual(TAKEN);
      expect(await answersTo(other, after.access_token)).toEqual(TAKEN);
      expect(await answersTo(machine, before.access_token)).toEqual(TAKEN);
    }

    clock.advance(TOKENS_LIVE_MS);
    const claims = { sub: before.user.id, role: 'authenticated', aud: 'authenticated' };
    const exp = Math.floor(clock.now().getTime() / 1000) + 3600;
    const signer = createTokenSigner({ current: await importSigningKey(jwk) });
    const forged = await signer.sign({ ...claims, exp });
    for (const machine of [one, other]) {
      expect(await publishedBy(machine)).toEqual([keyId]);
      expect(await answersTo(machine, forged)).toEqual(REFUSED);
    }
  });

  test('changes nothing for API keys, nor for tokens of the shared secret', async () => {
    const machine = await startMachine([await generateSigningJwk()]);
    const legacy = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET));
    const { keyId } = await rotateStoredKeys(database.sql, sealer(), true);
    await expect.poll(() => publishedBy(machine)).toEqual([keyId]);
    for (const key of [apiKeys.secretKey, legacy]) {
      expect(await statusOf(machine, '/auth/v1/admin/users', key)).toBe(200);
      expect(await statusOf(machine, '/rest/v1/', key)).toBe(200);
    }
    expect((await fetch(`${machine.url}/rest/v1/?apikey=${apiKeys.publishableKey}`)).status).toBe(
      200,
    );
  });

  test('still signs after a restart, although the folder contains the first key only', async () => {
    const jwk = await generateSigningJwk();
    await startMachine([jwk]);
    await closers.pop()?.();
    const { keyId } = await rotateStoredKeys(database.sql, sealer(), true);
    const machine = await startMachine([jwk]);
    expect(signerOf(await signIn(machine))).toBe(keyId);
    expect(await publishedBy(machine)).toEqual([keyId]);
  });
});

/** @covers security.sessions.3 */
test(
  'Compromised keys are rejected at once on all machines and processes, also for cached tokens',
  { timeout: 240_000 },
  async () => {
    const jwk = await generateSigningJwk();
    const one = await startMachine([jwk]);
    const spawned = await spawnServer({
      DATABASE_URL: database.url,
      PUBLISHABLE_KEY: apiKeys.publishableKey,
      SECRET_KEY: apiKeys.secretKey,
      DATA_DIR: join(dir, 'spawned'),
      PORT: '0',
      WORKERS: '2',
      DB_POOL_SIZE: '70',
      LOG_LEVEL: 'silent',
    });
    closers.push(() => spawned.stop());
    const other = { url: `http://127.0.0.1:${String(spawned.port)}` };
    const before = await signIn(other);
    expect(signerOf(before)).toBe(jwk.kid);
    for (const machine of [one, other]) {
      expect(await answersTo(machine, before.access_token)).toEqual(TAKEN);
    }

    const { stdout } = await run(process.execPath, [SCRIPT, '--compromised'], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: join(dir, 'of-the-script'),
        SECRET_KEY: apiKeys.secretKey,
      },
    });
    const keyId = /Key (\S+) signs now\./.exec(stdout)?.[1];
    for (const machine of [one, other]) {
      await expect.poll(() => answersTo(machine, before.access_token)).toEqual(REFUSED);
      await expect.poll(() => publishedBy(machine)).toEqual([keyId]);
    }
    // A signed-in user gets a token of the new key with a refresh.
    const client = createClient(other.url, apiKeys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data } = await client.auth.refreshSession({ refresh_token: before.refresh_token });
    expect(data.session && signerOf(data.session)).toBe(keyId);
    for (const machine of [one, other]) {
      await expect.poll(() => answersTo(machine, data.session?.access_token ?? '')).toEqual(TAKEN);
    }
  },
);

describe('Keys that an operator keeps', () => {
  test('rotate by a new first key, and verify tokens while they are in the file', async () => {
    const clock = createFixedClock(new Date());
    const [first, second] = [await generateSigningJwk(), await generateSigningJwk()];
    const environment = { SIGNING_KEYS_FILE: join(dir, 'keys.json') };
    const earlier = await startMachine([first], { clock, environment });
    const before = await signIn(earlier);
    await closers.pop()?.();

    // More than the duration of the test: the clock of the database runs, this one stands still.
    clock.advance(300_000);
    const machine = await startMachine([second, first], { clock, environment });
    clock.advance(300_000);
    expect(signerOf(await signIn(machine))).toBe(second.kid);
    expect(await answersTo(machine, before.access_token)).toEqual(TAKEN);
    clock.advance(TOKENS_LIVE_MS * 2);
    expect(await publishedBy(machine)).toEqual([second.kid, first.kid]);
  });

  test('cannot be marked as compromised while the file contains them', async () => {
    const path = join(dir, 'keys.json');
    await writeFile(path, JSON.stringify([await generateSigningJwk()]));
    const config = loadConfig(
      settingsOf({ SIGNING_KEYS_FILE: path, SECRET_KEY: apiKeys.secretKey }),
    );
    await expect(rotateKeys(config, database.connection, true)).rejects.toThrow(
      'Keys are valid as long as they are in SIGNING_KEYS_FILE',
    );
    const { keyId } = await rotateKeys(config, database.connection, false);
    expect(keyId).not.toBe('');
  });
});

/** @covers security.sessions.3 */
test('Signing keys are encrypted in the database, and deleted once they are retired', async () => {
  const jwk = await generateSigningJwk();
  await startMachine([jwk]);
  await rotateStoredKeys(database.sql, sealer(), false);
  const readKeys = () => database.sql<{ key_id: string; text: string | null }[]>`
    select key_id, encode(sealed_jwk, 'escape') as text
    from backend_shared.signing_keys order by signs_from`;
  const rows = await readKeys();
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(text).not.toContain(jwk.d ?? '"d"');

  await dropRetiredKeys(database.sql, TOKENS_LIVE_MS / 1000);
  expect((await readKeys()).every(({ text }) => text !== null)).toBe(true);
  await database.sql`
    update backend_shared.signing_keys set signs_from = signs_from - interval '2 hours'`;
  await dropRetiredKeys(database.sql, TOKENS_LIVE_MS / 1000);
  const [retired, current] = await readKeys();
  expect(retired).toEqual({ key_id: await keyIdOf(jwk), text: null });
  expect(current?.text).not.toBeNull();
});

test('With another SECRET_KEY, which decrypts no stored key, the server starts with a new key', async () => {
  const jwk = await generateSigningJwk();
  await startMachine([jwk]);
  await closers.pop()?.();
  await rotateStoredKeys(database.sql, sealer(), true);
  apiKeys = generateApiKeys();
  const machine = await startMachine([jwk]);
  const session = await signIn(machine);
  // The first key was marked as compromised; it is not used again.
  expect(signerOf(session)).not.toBe(jwk.kid);
  expect(await answersTo(machine, session.access_token)).toEqual(TAKEN);
});
