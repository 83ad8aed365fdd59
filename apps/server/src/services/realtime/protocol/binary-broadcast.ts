import { encodeFrame, type EncodedMessage } from './frame.ts';
import type { Broadcast, ClientMessage } from './message.ts';
import { parseJson } from './text-message.ts';

/** Message kinds: from a client, and from the server. */
const CLIENT_KIND = 3;
const SERVER_KIND = 4;
const BINARY = 0;
const JSON_TEXT = 1;
const CLIENT_HEADER_BYTES = 7;
const MAX_PART_BYTES = 255;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Layout: one byte each for the kind, the lengths of join reference, reference,
 * topic, event and metadata, and the encoding; then those texts, then the content.
 *
 * @throws Error for an invalid message
 */
export function decodeUserBroadcast(data: Buffer): ClientMessage {
  if (data.length < CLIENT_HEADER_BYTES || data[0] !== CLIENT_KIND) {
    throw new Error('Unknown kind of binary message.');
  }
  let offset = CLIENT_HEADER_BYTES;
  const take = (lengthAt: number): string => {
    const end = offset + (data[lengthAt] ?? 0);
    if (end > data.length) throw new Error('The binary message is truncated.');
    const text = utf8.decode(data.subarray(offset, end));
    offset = end;
    return text;
  };
  const [joinRef, ref, topic, event] = [take(1), take(2), take(3), take(4)];
  take(5);
  const bytes = data.subarray(offset);
  return {
    joinRef: joinRef === '' ? null : joinRef,
    ref: ref === '' ? null : ref,
    topic,
    event: 'broadcast',
    payload: { kind: 'broadcast', broadcast: { event, content: contentOf(data[6], bytes) } },
  };
}

function contentOf(encoding: number | undefined, bytes: Buffer): Broadcast['content'] {
  if (encoding === BINARY) return { kind: 'binary', bytes };
  if (encoding !== JSON_TEXT) throw new Error('Unknown encoding of binary content.');
  return { kind: 'json', text: JSON.stringify(parseJson(bytes)) };
}

/** Null where a part is longer than one length byte allows. */
export function encodeUserBroadcast(
  topic: string,
  { event, meta = '' }: Broadcast,
  bytes: Buffer,
): EncodedMessage | null {
  const parts = [topic, event, meta].map((part) => Buffer.from(part));
  if (parts.some(({ length }) => length > MAX_PART_BYTES)) return null;
  const lengths = parts.map(({ length }) => length);
  const head = Buffer.from([SERVER_KIND, ...lengths, BINARY]);
  return encodeFrame(Buffer.concat([head, ...parts, bytes]), true);
}
