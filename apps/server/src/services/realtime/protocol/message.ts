import type { JsonObject } from '../../../platform/json.ts';
import { toWire, type Wire } from './frame.ts';

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

/** What one person says to a topic. */
export interface Broadcast {
  readonly event: string;
  readonly content: BroadcastContent;
  /** JSON, where it is known besides. */
  readonly meta?: string;
}

type BroadcastContent =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer };

/** One message to a client; the payload is JSON. */
export interface ServerMessage {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: string;
}

export function textWire(text: string): Wire {
  return toWire(Buffer.from(text), false);
}

/** One version of how messages are written. */
export interface ProtocolVersion {
  /** @throws Error when it is no message */
  decode(data: Buffer, isBinary: boolean): ClientMessage;
  encode(message: ServerMessage): string;
  /** Null where this version cannot carry it. */
  encodeBroadcast(topic: string, broadcast: Broadcast): Wire | null;
}

/** The payload of a broadcast whose content is JSON. */
export function broadcastPayload({ event, meta }: Broadcast, contentText: string): string {
  const metaPart = meta === undefined ? '' : `,"meta":${meta}`;
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${contentText}${metaPart}}`;
}
