import { request as send, type IncomingMessage } from 'node:http';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { listenLocally } from '../support/local-http.ts';

interface Part {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
}

export interface S3Double {
  readonly endpoint: string;
  /** The multipart uploads that were neither completed nor aborted. */
  readonly openUploads: () => readonly string[];
  close(): Promise<void>;
}

function partsXml(parts: readonly Part[]): string {
  const items = parts
    .map(
      ({ number, etag, size }) =>
        `<Part><PartNumber>${String(number)}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag>` +
        `<Size>${String(size)}</Size></Part>`,
    )
    .join('');
  return `<?xml version="1.0"?><ListPartsResult><IsTruncated>false</IsTruncated>${items}</ListPartsResult>`;
}

/**
 * A local S3. It does not implement ListMultipartUploads and AbortMultipartUpload, so a
 * proxy in front of it does.
 */
export async function startS3Double(bucket: string): Promise<S3Double> {
  const directory = await mkdtemp(join(tmpdir(), 'beaconpay-s3-'));
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It signs requests differently from S3, so signatures are not checked. It still checks the key id.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await s3.run();
  const uploads = new Map<string, Map<number, Part>>();

  function note(
    method: string,
    query: URLSearchParams,
    sent: IncomingMessage,
    answer: IncomingMessage,
  ) {
    const id = query.get('uploadId');
    if (id === null || answer.statusCode !== 200) return;
    if (method === 'POST') uploads.delete(id);
    if (method !== 'PUT') return;
    const number = Number(query.get('partNumber'));
    const size = Number(
      sent.headers['x-amz-decoded-content-length'] ?? sent.headers['content-length'],
    );
    const parts = uploads.get(id) ?? new Map<number, Part>();
    uploads.set(id, parts.set(number, { number, etag: answer.headers.etag ?? '', size }));
  }

  const front = await listenLocally((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const query = new URL(url, 'http://x').searchParams;
    const id = query.get('uploadId');
    if (id !== null && method === 'GET') {
      const parts = [...(uploads.get(id)?.values() ?? [])].sort((a, b) => a.number - b.number);
      outgoing.setHeader('Content-Type', 'application/xml').end(partsXml(parts));
      return;
    }
    if (id !== null && method === 'DELETE') {
      uploads.delete(id);
      outgoing.writeHead(204).end();
      return;
    }
    const passed = send({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      note(method, query, incoming, answer);
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });

  return {
    endpoint: front.url,
    openUploads: () => [...uploads.keys()],
    async close() {
      await front.close();
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
