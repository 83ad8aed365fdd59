import type { JsonObject } from '../../../platform/json.ts';
import { encodeFrame, type EncodedMessage } from './frame.ts';

/** One message of the Phoenix protocol as a client sends it. */
export interface ClientMessage {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: ClientPayload;
}

type ClientPayload =
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'broadcast'; readonly broadcast: Broadcast };

/** A message that a client or the database sends to a topic. */
export interface Broadcast {
  readonly event: string;
  readonly content: BroadcastContent;
  /** Metadata as JSON. */
  readonly meta?: string;
}

type BroadcastContent =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer };

/** The payload of a text message; empty for a binary one. */
export const objectOf = ({ payload }: ClientMessage): JsonObject =>
  payload.kind === 'object' ? payload.value : {};

/** One message to a client; the payload is JSON. */
export interface ServerMessage {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: string;
}

export function encodeText(text: string): EncodedMessage {
  return encodeFrame(Buffer.from(text), false);
}

/** One version of the message format. */
export interface ProtocolVersion {
  /** @throws Error for an invalid message */
  decode(data: Buffer, isBinary: boolean): ClientMessage;
  encode(message: ServerMessage): string;
  /** Null where this version has no encoding for it. */
  encodeBroadcast(topic: string, broadcast: Broadcast): EncodedMessage | null;
}

/** The payload of a broadcast whose content is JSON. */
export function broadcastPayload({ event, meta }: Broadcast, contentText: string): string {
  const metaPart = meta === undefined ? '' : `,"meta":${meta}`;
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${contentText}${metaPart}}`;
}
