import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** A keep-alive connection with one request at a time. It does little, to measure the server and not the client. */
interface HttpConnection {
  /** Sends a request. @throws Error when the connection ends without a response */
  send(request: string): Promise<HttpResponse>;
  close(): void;
}

interface HttpResponse {
  readonly status: number;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Parses a response; null while it is incomplete. */
function parseResponse(bytes: Buffer): HttpResponse | null {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return null;
  const head = bytes.toString('latin1', 0, headLength);
  const status = Number(head.slice(9, 12));
  const bodyStart = headLength + HEAD_END.length;
  const contentLength = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (contentLength !== undefined) {
    const end = bodyStart + Number(contentLength);
    return bytes.length < end ? null : { status, body: bytes.subarray(bodyStart, end) };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const complete = bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    return complete ? { status, body: joinChunks(bytes.subarray(bodyStart)) } : null;
  }
  return { status, body: bytes.subarray(bodyStart) };
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', offset);
    const length = Number.parseInt(bytes.toString('latin1', offset, lineEnd), 16);
    if (!(length > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    offset = lineEnd + 2 + length + 2;
  }
}

export async function openHttpConnection(port: number): Promise<HttpConnection> {
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  let received: Buffer | null = null;
  let settle: { resolve(response: HttpResponse): void; reject(error: Error): void } | null = null;

  socket.on('data', (bytes) => {
    received = received === null ? bytes : Buffer.concat([received, bytes]);
    const response = parseResponse(received);
    if (response === null) return;
    received = null;
    settle?.resolve(response);
    settle = null;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    settle?.reject(new Error('The server closed the connection.'));
    settle = null;
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error('The connection is closed.'));
          return;
        }
        settle = { resolve, reject };
        socket.write(request, 'utf8');
      }),
    close: () => socket.destroy(),
  };
}
