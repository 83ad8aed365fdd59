import { randomUUID } from 'node:crypto';
import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import type { TestServer } from '../support/index.ts';

export type Version = '1.0.0' | '2.0.0';
export const VERSIONS: readonly Version[] = ['1.0.0', '2.0.0'];

const clients: SupabaseClient[] = [];
const sockets: WebSocket[] = [];

type ServerAddress = Pick<TestServer, 'url' | 'publishableKey'>;

/** An anonymous client. */
export function openClient(server: ServerAddress, vsn: Version = '2.0.0'): SupabaseClient {
  const client = createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
    realtime: { vsn },
  });
  clients.push(client);
  return client;
}

export async function openPerson(
  server: TestServer,
  vsn: Version = '2.0.0',
): Promise<{ client: SupabaseClient; id: string; token: string }> {
  const client = openClient(server, vsn);
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'a long password',
  });
  if (error !== null || data.user === null || data.session === null) {
    throw new Error('no sign-up', { cause: error });
  }
  await client.realtime.setAuth(data.session.access_token);
  return { client, id: data.user.id, token: data.session.access_token };
}

/** Subscribes and waits for the reply. */
export function join(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status: string, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') {
        reject(error ?? new Error(status));
      }
    });
  });
}

export function joinTopic(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
): Promise<RealtimeChannel> {
  return join(client.channel(topic, { config }));
}

/** Joins a channel and waits until its subscriptions to changes are live. */
export async function joinForChanges(channel: RealtimeChannel): Promise<RealtimeChannel> {
  const messages = new Promise<{ status: string; message: string }>((resolve) => {
    channel.on('system', {}, (payload: { status: string; message: string }) => resolve(payload));
  });
  await join(channel);
  const { status, message } = await messages;
  if (status !== 'ok') throw new Error(message);
  return channel;
}

/** Collects the payloads of one broadcast event, in order. */
export function receivedOn(channel: RealtimeChannel, event: string): unknown[] {
  const received: unknown[] = [];
  channel.on('broadcast', { event }, ({ payload }: { payload?: unknown }) =>
    received.push(payload),
  );
  return received;
}

export interface RawSocket {
  readonly socket: WebSocket;
  /** Messages of version 2, in order. */
  readonly received: [string | null, string | null, string, string, Record<string, unknown>][];
  /** Settles when the socket closes. */
  readonly closed: Promise<{ code: number; reason: string }>;
  send(...message: unknown[]): void;
}

/** A raw socket, for messages that a client library never sends. */
export async function openRaw(
  server: ServerAddress,
  apikey = server.publishableKey,
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const address = server.url.replace('http', 'ws');
  const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`, {
    headers,
  });
  sockets.push(socket);
  const received: RawSocket['received'] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) received.push(JSON.parse(data.toString()) as RawSocket['received'][number]);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  return { socket, received, closed, send: (...message) => socket.send(JSON.stringify(message)) };
}

/** Ends every client and socket that a test has opened. */
export async function endAll(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()));
  for (const socket of sockets.splice(0)) socket.terminate();
}
