import { deflateSync, crc32 } from 'node:zlib';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/index.ts';
import type { Sql } from '../../src/platform/database/connection.ts';

/**
 * Two buckets: `papers`, in which each user has a folder, and the public bucket `pictures`, which
 * accepts small images only.
 */
export const STORAGE_FIXTURES = `
  -- These tests do not use the policies of the product.
  delete from storage.buckets;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('papers', 'papers', false, null, null),
    ('pictures', 'pictures', true, 100000, '{image/png,image/jpeg,image/webp}'),
    ('closed', 'closed', false, null, null);
  create policy "Everybody reads their own" on storage.objects for select to authenticated
    using (bucket_id in ('papers', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "Everybody adds their own" on storage.objects for insert to authenticated
    with check (bucket_id in ('papers', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "Everybody changes their own" on storage.objects for update to authenticated
    using (bucket_id in ('papers', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "Everybody removes their own" on storage.objects for delete to authenticated
    using (bucket_id in ('papers', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text);`;

export function startStorageServer(options: TestServerOptions = {}): Promise<TestServer> {
  return startTestServer({
    ...options,
    async prepare(sql: Sql) {
      await sql.unsafe(STORAGE_FIXTURES);
      await options.prepare?.(sql);
    },
  });
}

interface RawStorageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** A request without supabase-js, to check the exact response. */
export async function callStorage(
  server: TestServer,
  path: string,
  { token, ...init }: RequestInit & { readonly token?: string } = {},
): Promise<RawStorageAnswer> {
  const answer = await fetch(`${server.url}/storage/v1${path}`, {
    ...init,
    headers: {
      ...(token === undefined
        ? {}
        : { apikey: server.publishableKey, Authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string> | undefined),
    },
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const body: unknown = isJson ? JSON.parse(text) : null;
  return { status: answer.status, headers: answer.headers, text, body };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * A PNG with the given dimensions in its header. It has one colour, so that a large picture is a small file.
 *
 * @param rows the number of rows that the file contains
 */
export function makePng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x40)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(new Array<Buffer>(rows).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The bytes of a download. */
export async function bytesOf(blob: Blob | null): Promise<Buffer> {
  return Buffer.from(await (blob ?? new Blob([])).arrayBuffer());
}

/** Incompressible bytes whose order can be checked. */
export function makeBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8)) & 0xff;
  return bytes;
}
