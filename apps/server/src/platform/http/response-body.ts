import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Uses a stream as a response body. The stream is destroyed with the connection, even when the client
 * disconnects before the first byte is read.
 */
export function responseBodyOf(stream: Readable, outgoing: ServerResponse): ReadableStream {
  if (outgoing.destroyed) stream.destroy();
  else outgoing.once('close', () => stream.destroy());
  return Readable.toWeb(stream) as ReadableStream;
}
