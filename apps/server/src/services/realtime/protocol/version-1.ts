import { isJsonObject } from '../../../platform/json.ts';
import {
  broadcastPayload,
  encodeText,
  type ProtocolVersion,
  type ServerMessage,
} from './message.ts';
import { parseJson, toClientMessage } from './text-message.ts';

function encode({ joinRef, ref, topic, event, payload }: ServerMessage): string {
  const head = JSON.stringify({ topic, event, ref, join_ref: joinRef });
  return `${head.slice(0, -1)},"payload":${payload}}`;
}

/** Messages are JSON objects. This version has no binary messages. */
export const version1: ProtocolVersion = {
  decode(data, isBinary) {
    if (isBinary) throw new Error('Version 1 has no binary messages.');
    const message = parseJson(data);
    if (!isJsonObject(message)) throw new Error('The message is not a JSON object.');
    const { join_ref: joinRef, ref, topic, event, payload } = message;
    return toClientMessage(joinRef, ref, topic, event, payload);
  },
  encode,
  encodeBroadcast(topic, broadcast) {
    const { content } = broadcast;
    if (content.kind === 'binary') return null;
    const payload = broadcastPayload(broadcast, content.text);
    return encodeText(encode({ joinRef: null, ref: null, topic, event: 'broadcast', payload }));
  },
};
