import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { startFunctionsServer } from './functions-fixtures.ts';

// Local TLS servers replace the hosts that functions import from: a file host, npm and JSR.
const run = promisify(execFile);
const requestedPaths: string[] = [];
let dir: string;
let origin: string;
let closeHost: () => Promise<void>;
let environment: Record<string, string>;
let server: TestServer;

/** The response for one path. */
let pages: Record<string, string | Buffer> = {};

const answer: RequestListener = (request, response) => {
  const path = decodeURIComponent(request.url ?? '');
  requestedPaths.push(path);
  const page = pages[path];
  if (page === undefined) {
    response.writeHead(404).end();
    return;
  }
  const type = path.endsWith('.ts') ? 'application/typescript' : 'application/json';
  response.writeHead(200, { 'Content-Type': type }).end(page);
};

async function makeCertificate(): Promise<{ key: string; cert: string; path: string }> {
  const [keyPath, path] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const use = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await run('openssl', [
    'req',
    '-x509',
    ...curve,
    ...names,
    ...use,
    '-keyout',
    keyPath,
    '-out',
    path,
  ]);
  return { key: await readFile(keyPath, 'utf8'), cert: await readFile(path, 'utf8'), path };
}

/** A package as the npm registry serves it. Its main file requires another of its files. */
async function makePackage(name: string): Promise<Record<string, string | Buffer>> {
  const folder = join(dir, name, 'package');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  await writeFile(join(folder, 'index.js'), "module.exports = require('./text.js');");
  await writeFile(join(folder, 'text.js'), `module.exports = 'from ${name}';`);
  const tarball = join(dir, `${name}.tgz`);
  await run('tar', ['-czf', tarball, '-C', join(dir, name), 'package']);
  const bytes = await readFile(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { tarball: `${origin}/npm/${name}.tgz`, integrity };
  const versions = { '1.0.0': { name, version: '1.0.0', dist } };
  return {
    [`/npm/${name}`]: JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }),
    [`/npm/${name}.tgz`]: bytes,
  };
}

function makeJsrModule(name: string, source: string): Record<string, string> {
  const checksum = `sha256-${createHash('sha256').update(source).digest('hex')}`;
  const manifest = { '/mod.ts': { size: source.length, checksum } };
  return {
    [`/jsr/${name}/meta.json`]: JSON.stringify({ versions: { '1.0.0': {} } }),
    [`/jsr/${name}/1.0.0_meta.json`]: JSON.stringify({ manifest, exports: { '.': './mod.ts' } }),
    [`/jsr/${name}/1.0.0/mod.ts`]: source,
  };
}

async function addFunction(name: string, source: string): Promise<void> {
  await mkdir(join(dir, 'functions', name), { recursive: true });
  await writeFile(join(dir, 'functions', name, 'index.ts'), source);
}

const serveText = (expression: string) => `Deno.serve(async () => new Response(${expression}));`;

async function addFunctions(): Promise<void> {
  const url = `${origin}/files/mod.ts`;
  await addFunction('https', `import { text } from '${url}';\n${serveText('text')}`);
  await addFunction('npm', `import text from 'npm:tiny-thing@1';\n${serveText('text')}`);
  await addFunction('jsr', `import { text } from 'jsr:@tiny/thing@1';\n${serveText('text')}`);
  await addFunction('later', serveText("(await import('npm:later-thing@1')).default"));
  await addFunction('missing', `import '${origin}/files/missing.ts';\n${serveText("''")}`);
  await addFunction(
    'chosen',
    `Deno.serve(async (request) => {
      const module = new URL(request.url).searchParams.get('module') ?? '';
      return new Response(await import(module).then(() => 'imported', () => 'refused'));
    });`,
  );
  const open = ['https', 'npm', 'jsr', 'later', 'missing', 'chosen'];
  const config = open.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('\n');
  await writeFile(join(dir, 'config.toml'), config);
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-imports-'));
  const { path: certificatePath, ...keys } = await makeCertificate();
  const host = createServer(keys, answer).listen(0, '127.0.0.1');
  await once(host, 'listening');
  closeHost = async () => {
    host.closeAllConnections();
    host.close();
    await once(host, 'close');
  };
  origin = `https://127.0.0.1:${String((host.address() as AddressInfo).port)}`;
  pages = {
    '/files/mod.ts': "export { text } from './text.ts';",
    '/files/text.ts': "export const text: string = 'from a file host';",
    ...(await makePackage('tiny-thing')),
    ...(await makePackage('later-thing')),
    ...makeJsrModule('@tiny/thing', "export const text: string = 'from JSR';"),
  };
  await addFunctions();
  environment = {
    FUNCTIONS_DIR: join(dir, 'functions'),
    // The cache of Deno.
    DATA_DIR: join(dir, 'data'),
    NPM_CONFIG_REGISTRY: `${origin}/npm/`,
    JSR_URL: `${origin}/jsr/`,
    DENO_CERT: certificatePath,
  };
  server = await startFunctionsServer(environment);
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const call = async (path: string) => {
  const response = await fetch(`${server.url}/functions/v1/${path}`);
  return { status: response.status, text: await response.text() };
};

const IMPORTS = [
  ['https', 'from a file host'],
  ['npm', 'from tiny-thing'],
  ['jsr', 'from JSR'],
  ['later', 'from later-thing'],
] as const;

describe('A function', () => {
  test.each(IMPORTS)('imports modules of other hosts: %s', async (name, text) => {
    expect(await call(name)).toEqual({ status: 200, text });
  });

  test('with an import that does not exist does not start, as on a hosted project', async () => {
    expect(await call('missing')).toEqual({
      status: 503,
      text: '{"code":"BOOT_ERROR","message":"Function failed to start (please check logs)"}',
    });
  });

  test('reaches no host by a dynamic import', async () => {
    const module = `${origin}/files/text.ts?secret=1`;
    expect(await call(`chosen?module=${encodeURIComponent(module)}`)).toEqual({
      status: 200,
      text: 'refused',
    });
    expect(requestedPaths).not.toContain('/files/text.ts?secret=1');
  });

  test('imports cached modules without a network', async () => {
    await server.stop();
    await closeHost();
    server = await startFunctionsServer(environment);
    for (const [name, text] of IMPORTS) expect(await call(name)).toEqual({ status: 200, text });
  });
});
