import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Send } from '../shared/closed-loop.ts';

export interface HttpCall {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The chunk is repeated until `bytes` are sent. Without a body, nothing is sent. */
  readonly body?: { readonly chunk: Buffer; readonly bytes: number };
  /** The required length of the response. Without it, any length is accepted. */
  readonly answerBytes?: number;
}

async function drain(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

/**
 * Sends one call over a connection of the agent and reads the whole response.
 *
 * @throws Error if the status is not 200 or the length differs
 */
export async function callOverHttp(agent: Agent, call: HttpCall): Promise<void> {
  const { port, method, path, headers = {}, body, answerBytes } = call;
  const length = body === undefined ? {} : { 'Content-Length': String(body.bytes) };
  const options = { agent, port, method, path, headers: { ...headers, ...length } };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request({ host: '127.0.0.1', ...options }, resolve);
  outgoing.once('error', reject);
  for (let sent = 0; body !== undefined && sent < body.bytes; sent += body.chunk.length) {
    const rest = body.bytes - sent;
    const part = rest < body.chunk.length ? body.chunk.subarray(0, rest) : body.chunk;
    // An early response is an error, and the server does not read the rest of the body.
    if (!outgoing.write(part)) await Promise.race([once(outgoing, 'drain'), promise]);
    if (outgoing.destroyed) break;
  }
  outgoing.end();
  const response = await promise;
  const bytes = await drain(response);
  if (response.statusCode !== 200) {
    throw new Error(`${method} ${path} was answered with ${String(response.statusCode)}`);
  }
  if (answerBytes !== undefined && bytes !== answerBytes) {
    throw new Error(`${method} ${path} was answered with ${String(bytes)} bytes`);
  }
}

/** Creates the given number of connections. Each one sends the calls that `next` returns. */
export function connectionsTo(count: number, next: () => HttpCall): Send[] {
  return Array.from({ length: count }, () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return () => callOverHttp(agent, next());
  });
}
