import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends exactly the given bytes, which an HTTP client would normalize. */
export async function openRaw(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  // A server that ends the connection early resets it.
  socket.on('error', () => undefined);
  return socket;
}

/** The lines of a request, with the empty line that ends its headers. */
export function head(requestLine: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${requestLine} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** The response bytes until the server closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  if (!socket.closed) await once(socket, 'close');
  return text;
}
