import { isJsonObject, tryParseJson, type JsonValue } from '../../../platform/json.ts';
import type { ClientMessage } from './message.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws Error when it is not JSON in UTF-8, or is nested beyond sense */
export function parseJson(data: Buffer): JsonValue {
  const value = tryParseJson(utf8.decode(data));
  if (value === undefined) throw new Error('A message is not JSON that can be read.');
  return value as JsonValue;
}

function refOf(value: JsonValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error('A reference is not a text.');
}

/** @throws Error when a part is not what it has to be */
export function toClientMessage(
  joinRef: JsonValue | undefined,
  ref: JsonValue | undefined,
  topic: JsonValue | undefined,
  event: JsonValue | undefined,
  payload: JsonValue | undefined,
): ClientMessage {
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new Error('A message has no topic or no event.');
  }
  return {
    joinRef: refOf(joinRef),
    ref: refOf(ref),
    topic,
    event,
    // Clients send null and nothing where there is nothing to say.
    payload: { kind: 'object', value: isJsonObject(payload) ? payload : {} },
  };
}
