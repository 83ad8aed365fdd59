import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectionAs, type ConnectionSettings } from './connection-settings.ts';
import { parseDatabaseUrl } from './database-url.ts';

const dir = mkdtempSync(join(tmpdir(), 'beaconpay-url-'));
const pem = join(dir, 'ca.pem');
const PEM_TEXT = '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n';
writeFileSync(pem, PEM_TEXT);
const notPem = join(dir, 'not.pem');
writeFileSync(notPem, 'nothing');

afterAll(() => rmSync(dir, { recursive: true }));

const plain = { port: 5432, database: 'app', username: 'owner', password: 'secret' };

test.each<[string, ConnectionSettings]>([
  // Without sslmode: encryption is preferred on this machine and required elsewhere.
  ['postgres://owner:secret@localhost/app', { ...plain, host: 'localhost', sslMode: 'prefer' }],
  ['postgres://owner:secret@127.0.0.5/app', { ...plain, host: '127.0.0.5', sslMode: 'prefer' }],
  [
    'postgres://owner:secret@[::1]:5433/app',
    { ...plain, port: 5433, host: '::1', sslMode: 'prefer' },
  ],
  ['postgres://owner:secret@db.example/app', { ...plain, host: 'db.example', sslMode: 'require' }],
  ['postgres://owner:secret@10.0.0.7/app', { ...plain, host: '10.0.0.7', sslMode: 'require' }],
  [
    'postgres://owner:secret@[2001:db8::7]/app',
    { ...plain, host: '2001:db8::7', sslMode: 'require' },
  ],
  [
    'postgres://owner:secret@/app?host=/run/postgresql',
    { ...plain, host: '/run/postgresql', sslMode: 'prefer' },
  ],
  [
    'postgres://owner:secret@%2Frun%2Fpostgresql/app?port=5433',
    { ...plain, port: 5433, host: '/run/postgresql', sslMode: 'prefer' },
  ],
  // An explicit sslmode is applied, including plain text.
  ...(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const).map(
    (sslMode) =>
      [
        `postgresql://owner:secret@db.example/app?sslmode=${sslMode}`,
        { ...plain, host: 'db.example', sslMode },
      ] as [string, ConnectionSettings],
  ),
  [
    `postgres://owner:secret@db.example/app?sslrootcert=${pem}`,
    { ...plain, host: 'db.example', sslMode: 'verify-full', rootCertificate: PEM_TEXT },
  ],
  [
    `postgres://owner:secret@db.example/app?sslmode=require&sslrootcert=${pem}`,
    { ...plain, host: 'db.example', sslMode: 'verify-ca', rootCertificate: PEM_TEXT },
  ],
  [
    'postgres://owner:secret@db.example/app?sslrootcert=system',
    { ...plain, host: 'db.example', sslMode: 'verify-full' },
  ],
  [
    `postgres://owner@db.example/app?sslcert=${pem}&sslkey=${pem}&connect_timeout=9`,
    {
      ...plain,
      password: '',
      host: 'db.example',
      sslMode: 'require',
      clientCertificate: PEM_TEXT,
      clientKey: PEM_TEXT,
      connectTimeoutMs: 9000,
    },
  ],
  [
    'postgres://o%40b:s%3A%2F@localhost',
    {
      host: 'localhost',
      port: 5432,
      database: 'postgres',
      username: 'o@b',
      password: 's:/',
      sslMode: 'prefer',
    },
  ],
])('%s is accepted', (url, settings) => {
  expect(parseDatabaseUrl(url)).toEqual(settings);
});

test.each([
  ['postgres://owner:secret@db.example/app?sslmode=verify', 'sslmode=verify is not known'],
  ['postgres://owner:secret@db.example/app?ssl=true', 'the parameter ssl is not known'],
  ['postgres://owner:secret@db.example/app?sslmode=require&sslmode=disable', 'is given twice'],
  [`postgres://owner:secret@db.example/app?sslmode=prefer&sslrootcert=${pem}`, 'has no effect'],
  ['postgres://owner:secret@db.example/app?sslrootcert=/no/such.pem', 'cannot be read'],
  [`postgres://owner:secret@db.example/app?sslrootcert=${notPem}`, 'not a PEM file'],
  [
    `postgres://owner:secret@db.example/app?sslcert=${pem}`,
    'set both sslcert and sslkey, or neither',
  ],
  ['postgres://owner:secret@db.example/app?channel_binding=require', 'not supported'],
  ['postgres://owner:secret@a.example,b.example/app', 'several hosts'],
  ['postgres://owner:secret@db.example:99999/app', 'not a URL'],
  ['postgres://owner:secret@db.example/app?port=0', '0 is not a port'],
  ['postgres://owner:secret@db.example/app?connect_timeout=soon', 'not a number of seconds'],
])('%s is refused with an error that names the problem and not the password', (url, problem) => {
  let error: unknown;
  try {
    parseDatabaseUrl(url);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toContain(problem);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
});

test("A role's password is never derived from an empty secret", () => {
  const settings = parseDatabaseUrl('postgres://owner@localhost/app');
  expect(() => connectionAs(settings, 'authenticator')).toThrow('no secret');
  const kept = connectionAs({ ...settings, roleSecret: 'kept' }, 'authenticator');
  expect(kept.password).toHaveLength(43);
});
