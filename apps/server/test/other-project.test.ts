/** A folder with nothing but the `supabase` folder of another project, served by one command. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../src/platform/free-port.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/other-project', import.meta.url));
const START = fileURLToPath(new URL('../src/cli/start.ts', import.meta.url));
const PASSWORD = 'middlemarch 1871';

let folder: string;
let url: string;
let port: number;

/** Starts the project with the command of `npm run server`, in the folder of the project. */
async function startProject(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [START], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ready = vi.waitFor(
    async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200),
    { timeout: 60_000, interval: 100 },
  );
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The server ended.')));
  await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return child;
}

async function stopProject(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function connect(): Promise<SupabaseClient> {
  const keys = JSON.parse(await readFile(join(folder, '.data/api-keys.json'), 'utf8')) as {
    publishableKey: string;
  };
  return createClient(url, keys.publishableKey, { auth: { persistSession: false } });
}

async function signUp(): Promise<SupabaseClient> {
  const client = await connect();
  const email = `${crypto.randomUUID()}@example.com`;
  const { error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

describe('Another Supabase project', () => {
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reading-list-'));
    // Postgres runs as another user when the tests run as root.
    await chmod(folder, 0o755);
    await cp(FIXTURE, folder, { recursive: true });
    await writeFile(join(folder, 'supabase/functions/.env'), 'GREETING=Hello\n');
    port = await findFreePort();
    url = `http://127.0.0.1:${String(port)}`;
    server = await startProject();
  });
  afterAll(async () => {
    await stopProject(server);
    await rm(folder, { recursive: true });
  });

  test('has its tables, its seed rows and the row limit of its config.toml', async () => {
    const client = await connect();
    const { data, count } = await client
      .from('books')
      .select('title', { count: 'exact' })
      .order('id');
    expect(data).toEqual([{ title: "A Room of One's Own" }, { title: 'Middlemarch' }]);
    expect(count).toBe(3);
  });

  test('signs users up by the auth settings of its config.toml', async () => {
    const client = await connect();
    const email = 'dorothea@example.com';
    const short = await client.auth.signUp({ email, password: 'middle 71' });
    expect(short.error).toMatchObject({ code: 'weak_password' });
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.expires_in).toBe(1800);
  });

  test('applies its policies', async () => {
    const [author, reader] = await Promise.all([signUp(), signUp()]);
    const review = { book_id: 1, stars: 5, is_private: true };
    expect((await author.from('reviews').insert(review)).error).toBeNull();
    expect((await author.from('reviews').select('stars')).data).toEqual([{ stars: 5 }]);
    expect((await reader.from('reviews').select('stars')).data).toEqual([]);
    const { id } = (await author.auth.getUser()).data.user ?? {};
    const forged = await reader.from('reviews').insert({ ...review, user_id: id });
    expect(forged.error?.code).toBe('42501');
    expect((await author.rpc('average_stars', { book: 1 })).data).toBe(5);
  });

  test('sends the changes of its publication', async () => {
    const client = await signUp();
    const changed = new Promise((resolve) => {
      const channel = client
        .channel('reviews')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'reviews' }, (change) =>
          resolve(change.new),
        )
        .on('system', {}, () => void client.from('reviews').insert({ book_id: 2, stars: 4 }).then())
        .subscribe();
      expect(channel).toBeDefined();
    });
    expect(await changed).toMatchObject({ book_id: 2, stars: 4 });
    await client.removeAllChannels();
  });

  test('runs its functions with their secrets', async () => {
    const client = await connect();
    const { data } = await client.functions.invoke<unknown>('greet', { body: { name: 'Emma' } });
    expect(data).toEqual({ greeting: 'Hello, Emma' });
  });

  test('has the buckets of its config.toml', async () => {
    const { secretKey } = JSON.parse(
      await readFile(join(folder, '.data/api-keys.json'), 'utf8'),
    ) as {
      secretKey: string;
    };
    const { storage } = createClient(url, secretKey);
    expect((await storage.getBucket('covers')).data).toMatchObject({
      public: true,
      file_size_limit: 10_240,
      allowed_mime_types: ['image/png'],
    });
    const page = await storage
      .from('covers')
      .upload('page.html', new Blob(['<p>'], { type: 'text/html' }));
    expect(page.error?.message).toBe('mime type text/html is not supported');
  });

  test('keeps its rows and runs no seed file at the next start', async () => {
    await stopProject(server);
    await appendFile(join(folder, 'supabase/seeds/books.sql'), 'delete from public.books;\n');
    server = await startProject();
    const { count } = await (
      await connect()
    )
      .from('books')
      .select('*', { count: 'exact', head: true });
    expect(count).toBe(3);
  });

  test('starts without a folder of functions', async () => {
    await stopProject(server);
    await rm(join(folder, 'supabase/functions'), { recursive: true });
    server = await startProject();
    const response = await (await connect()).functions.invoke('greet');
    expect(response.error).toMatchObject({ context: { status: 404 } });
  });
});
