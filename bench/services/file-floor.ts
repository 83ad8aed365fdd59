/** The floor for objects: bare node:http with files that are written as durably, and nothing else. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serveJobs } from '../shared/child-process.ts';

async function take(dir: string, name: string, request: IncomingMessage): Promise<void> {
  const unfinished = join(dir, randomUUID());
  await pipeline(request, createWriteStream(unfinished, { flags: 'wx', flush: true }));
  await rename(unfinished, join(dir, name));
}

async function give(dir: string, name: string, response: ServerResponse): Promise<void> {
  const path = join(dir, name);
  const { size } = await stat(path);
  response.writeHead(200, { 'Content-Length': String(size) });
  await pipeline(createReadStream(path), response);
}

const jobs = {
  /** @returns the port */
  async serve({ dir }: { readonly dir: string }): Promise<number> {
    const server = createServer((request, response) => {
      const name = request.url?.slice(1) ?? '';
      const work =
        request.method === 'GET'
          ? give(dir, name, response)
          : take(dir, name, request).then(() => response.writeHead(200).end());
      work.catch((error: unknown) => response.destroy(error as Error));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },
};

export type FileFloorJobs = typeof jobs;

serveJobs(jobs);
