import { decodeUserBroadcast, encodeUserBroadcast } from './binary-broadcast.ts';
import {
  broadcastPayload,
  encodeText,
  type ProtocolVersion,
  type ServerMessage,
} from './message.ts';
import { parseJson, toClientMessage } from './text-message.ts';

function encode({ joinRef, ref, topic, event, payload }: ServerMessage): string {
  return `${JSON.stringify([joinRef, ref, topic, event]).slice(0, -1)},${payload}]`;
}

/** Messages are JSON arrays. Broadcasts may be binary. */
export const version2: ProtocolVersion = {
  decode(data, isBinary) {
    if (isBinary) return decodeUserBroadcast(data);
    const parts = parseJson(data);
    if (!Array.isArray(parts)) throw new Error('The message is not a JSON array.');
    return toClientMessage(parts[0], parts[1], parts[2], parts[3], parts[4]);
  },
  encode,
  encodeBroadcast(topic, broadcast) {
    const { content } = broadcast;
    if (content.kind === 'binary') return encodeUserBroadcast(topic, broadcast, content.bytes);
    const payload = broadcastPayload(broadcast, content.text);
    return encodeText(encode({ joinRef: null, ref: null, topic, event: 'broadcast', payload }));
  },
};
