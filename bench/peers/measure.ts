import { fileURLToPath } from 'node:url';
import type { HttpLoadJobs } from '../api/processes/http-load.ts';
import { toWireText, type ApiRequest } from '../api/requests.ts';
import { connectionsTo, type HttpCall } from '../services/http-client.ts';
import { startChildProcess } from '../shared/child-process.ts';
import { runClosedLoop } from '../shared/closed-loop.ts';
import type { Side } from '../shared/comparison.ts';
import {
  createBucket,
  fillWithNotes,
  headersOf,
  noteOf,
  serviceHeadersOf,
  type Customer,
  type PeerServer,
} from './peer-server.ts';

const HTTP_LOAD = fileURLToPath(new URL('../api/processes/http-load.ts', import.meta.url));
const CUSTOMERS = 20;
const NOTES_EACH = 100;
const DATA_CONNECTIONS = 32;
const OBJECT_CONNECTIONS = 8;
const OBJECT_BYTES = 10_000;
const CONTENT = Buffer.alloc(OBJECT_BYTES, 'beacon');

function readRequest(server: PeerServer, customer: Customer): ApiRequest {
  return {
    method: 'GET',
    path: `/rest/v1/notes?select=*&user_id=eq.${customer.id}&order=created_at.desc&limit=10`,
    headers: headersOf(server, customer),
    body: null,
    expectedStatus: 200,
  };
}

function insertRequest(server: PeerServer, customer: Customer): ApiRequest {
  return {
    method: 'POST',
    path: '/rest/v1/notes?select=id',
    headers: {
      ...headersOf(server, customer),
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
    },
    body: noteOf(customer),
    expectedStatus: 201,
  };
}

/** The measurable requests of one server. */
export interface MeasuredPeer {
  readonly reads: Side;
  readonly inserts: Side;
  readonly uploads: Side;
  readonly downloads: Side;
  stop(): Promise<void>;
}

function objectCall(server: PeerServer, method: 'GET' | 'POST', path: string): HttpCall {
  const isUpload = method === 'POST';
  return {
    port: server.port,
    method,
    path: `/storage/v1/object/${path}`,
    headers: {
      ...serviceHeadersOf(server),
      ...(isUpload ? { 'Content-Type': 'application/octet-stream', 'x-upsert': 'true' } : {}),
    },
    ...(isUpload
      ? { body: { chunk: CONTENT, bytes: OBJECT_BYTES } }
      : { answerBytes: OBJECT_BYTES }),
  };
}

const objectSide =
  (next: () => HttpCall): Side =>
  (durationMs) =>
    runClosedLoop(connectionsTo(OBJECT_CONNECTIONS, next), durationMs);

/** Fills a server, and prepares its load generator. */
export async function prepareMeasurements(server: PeerServer): Promise<MeasuredPeer> {
  const customers = await fillWithNotes(server, CUSTOMERS, NOTES_EACH);
  const bucket = await createBucket(server);
  const load = startChildProcess<HttpLoadJobs>(HTTP_LOAD);
  const prepared = (toRequest: typeof readRequest) => {
    const requests = customers.map((customer) => toRequest(server, customer));
    return {
      texts: requests.map((request) => toWireText(request, server.port)),
      expectedStatus: requests[0]?.expectedStatus ?? 200,
    };
  };
  await load.run('prepare', {
    port: server.port,
    requests: { reads: prepared(readRequest), inserts: prepared(insertRequest) },
  });
  const dataSide =
    (name: string): Side =>
    (durationMs) =>
      load.run('load', { mix: [name], connections: DATA_CONNECTIONS, durationMs });
  let uploads = 0;
  const upload = objectSide(() => {
    uploads += 1;
    return objectCall(server, 'POST', `${bucket}/${String(uploads)}`);
  });
  return {
    reads: dataSide('reads'),
    inserts: dataSide('inserts'),
    uploads: upload,
    downloads: objectSide(() => objectCall(server, 'GET', `${bucket}/1`)),
    stop: () => load.stop(),
  };
}
