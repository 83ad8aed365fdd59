import { toWire, type Wire } from './frame.ts';
import type { Broadcast, ClientMessage } from './message.ts';
import { parseJson } from './text-message.ts';

/** What a client says, and what it hears. */
const CLIENT_KIND = 3;
const SERVER_KIND = 4;
const BINARY = 0;
const JSON_TEXT = 1;
const CLIENT_HEADER_BYTES = 7;
const MAX_PART_BYTES = 255;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Kind, then the lengths of join reference, reference, topic, event and
 * metadata, and the encoding, one byte each; then those texts, then the content.
 *
 * @throws Error when it is not whole
 */
export function decodeUserBroadcast(data: Buffer): ClientMessage {
  if (data.length < CLIENT_HEADER_BYTES || data[0] !== CLIENT_KIND) {
    throw new Error('The binary message is of no known kind.');
  }
  let offset = CLIENT_HEADER_BYTES;
  const take = (lengthAt: number): string => {
    const end = offset + (data[lengthAt] ?? 0);
    if (end > data.length) throw new Error('The binary message is cut off.');
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
  if (encoding !== JSON_TEXT) throw new Error('The content is of no known encoding.');
  return { kind: 'json', text: JSON.stringify(parseJson(bytes)) };
}

/** Null where a part is too long for its length to be said in one byte. */
export function encodeUserBroadcast(
  topic: string,
  { event, meta = '' }: Broadcast,
  bytes: Buffer,
): Wire | null {
  const parts = [topic, event, meta].map((part) => Buffer.from(part));
  if (parts.some(({ length }) => length > MAX_PART_BYTES)) return null;
  const lengths = parts.map(({ length }) => length);
  const head = Buffer.from([SERVER_KIND, ...lengths, BINARY]);
  return toWire(Buffer.concat([head, ...parts, bytes]), true);
}
