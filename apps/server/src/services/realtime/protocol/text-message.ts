import { isJsonObject, tryParseJson, type JsonValue } from '../../../platform/json.ts';
import type { ClientMessage } from './message.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws Error when the data is not JSON in UTF-8, or is nested too deeply */
export function parseJson(data: Buffer): JsonValue {
  const value = tryParseJson(utf8.decode(data));
  if (value === undefined) throw new Error('The message is not valid JSON.');
  return value as JsonValue;
}

function refOf(value: JsonValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error('The reference is neither a string nor a number.');
}

/** @throws Error when a field has the wrong type */
export function toClientMessage(
  joinRef: JsonValue | undefined,
  ref: JsonValue | undefined,
  topic: JsonValue | undefined,
  event: JsonValue | undefined,
  payload: JsonValue | undefined,
): ClientMessage {
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new Error('The message has no topic or no event.');
  }
  return {
    joinRef: refOf(joinRef),
    ref: refOf(ref),
    topic,
    event,
    // Clients send null or nothing for an empty payload.
    payload: { kind: 'object', value: isJsonObject(payload) ? payload : {} },
  };
}
