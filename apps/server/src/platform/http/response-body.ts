import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * A stream as the body of a response. It is destroyed with the connection, even
 * when the client is gone before the first byte and no reader ever starts.
 */
export function responseBodyOf(stream: Readable, outgoing: ServerResponse): ReadableStream {
  if (outgoing.destroyed) stream.destroy();
  else outgoing.once('close', () => stream.destroy());
  return Readable.toWeb(stream) as ReadableStream;
}
