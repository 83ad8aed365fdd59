import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { head, openRaw } from '../support/raw-request.ts';
import { UNIQUE, type Endpoint } from './endpoints.ts';
import type { Random } from './random.ts';

export interface FaultContext {
  readonly url: string;
  readonly endpoint: Endpoint;
  /** Headers that authenticate the request. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly random: Random;
}

/** What a client does wrong. @returns what the server sent, or null where the client did not wait */
type Fault = (context: FaultContext) => Promise<string | null>;

const FORM = 'multipart/form-data; boundary=b';
/** A response takes less time, also on a slow machine. A request without a response is an error of the server. */
const ANSWER_TIMEOUT_MS = 15_000;

function headOf(
  { endpoint, credentials }: FaultContext,
  headers: Readonly<Record<string, string>>,
): string {
  const all = { ...endpoint.headers, ...credentials, Connection: 'close', ...headers };
  const path = endpoint.path.replace(UNIQUE, randomUUID());
  return head(`${endpoint.method} ${path}`, all);
}

/** All that the server sends until the connection closes, by either side. */
async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const timer = setTimeout(() => socket.destroy(), ANSWER_TIMEOUT_MS);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(timer);
  return answer;
}

async function exchange(context: FaultContext, text: string): Promise<string> {
  const socket = await openRaw(context.url);
  const answer = readAnswer(socket);
  socket.write(text);
  return answer;
}

async function hangUp(context: FaultContext, text: string): Promise<null> {
  const socket = await openRaw(context.url);
  socket.write(text);
  // After one turn of the event loop the server may have started to read.
  if (context.random.upTo(1) === 0) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  return null;
}

const lengthOf = (body: string): Record<string, string> => ({
  'Content-Length': String(Buffer.byteLength(body)),
});

export const FAULTS: Readonly<Record<string, Fault>> = {
  hangUpAfterHeaders: (context) =>
    hangUp(context, headOf(context, lengthOf(context.endpoint.body))),

  hangUpInBody(context) {
    const { body } = context.endpoint;
    const sent = body.slice(0, context.random.upTo(body.length - 1));
    return hangUp(context, headOf(context, lengthOf(body)) + sent);
  },

  async malformedForm(context) {
    const body = context.random.pick([
      '--b\r\n',
      '--b\r\nContent-Disposition: form-data',
      '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nno end',
      'no boundary at all',
      '',
    ]);
    return exchange(context, headOf(context, { 'Content-Type': FORM, ...lengthOf(body) }) + body);
  },

  oneByteChunks(context) {
    const chunks = context.endpoint.body.replaceAll(/[^]/g, (byte) => `1\r\n${byte}\r\n`);
    const headers = headOf(context, { 'Transfer-Encoding': 'chunked' });
    return exchange(context, `${headers}${chunks}0\r\n\r\n`);
  },

  lengthTooSmall(context) {
    const { body } = context.endpoint;
    const length = String(context.random.upTo(body.length - 1));
    return exchange(context, headOf(context, { 'Content-Length': length }) + body);
  },

  lengthTooLarge(context) {
    const { body } = context.endpoint;
    return hangUp(context, headOf(context, { 'Content-Length': String(body.length + 100) }) + body);
  },

  lengthAndChunked(context) {
    const { body } = context.endpoint;
    const headers = { ...lengthOf(body), 'Transfer-Encoding': 'chunked' };
    return exchange(context, `${headOf(context, headers)}${body}\r\n0\r\n\r\n`);
  },

  invalidLength: (context) =>
    exchange(
      context,
      headOf(context, { 'Content-Length': context.random.pick(['-1', 'x', '1e9']) }),
    ),

  async abortedAnswer(context) {
    const { body } = context.endpoint;
    const socket = await openRaw(context.url);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.once('data', () => socket.destroy());
    socket.write(headOf(context, lengthOf(body)) + body);
    await closed;
    return null;
  },
};

/** Sends half a body to each endpoint, ends the session of all requests, and sends the rest. */
export async function endSessionInBodies(
  contexts: readonly FaultContext[],
  endSession: () => Promise<void>,
): Promise<string[]> {
  const requests = await Promise.all(
    contexts.map(async (context) => {
      const { body } = context.endpoint;
      const middle = context.random.upTo(body.length - 1);
      const socket = await openRaw(context.url);
      const answer = readAnswer(socket);
      socket.write(headOf(context, lengthOf(body)) + body.slice(0, middle));
      return { socket, answer, rest: body.slice(middle) };
    }),
  );
  await endSession();
  return Promise.all(
    requests.map(({ socket, answer, rest }) => {
      // Some endpoints respond without their body.
      if (socket.writable) socket.write(rest);
      return answer;
    }),
  );
}
