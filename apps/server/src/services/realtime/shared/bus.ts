import { randomUUID } from 'node:crypto';
import type { Sql, Database } from '../../../platform/database/connection.ts';
import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';

const TOPIC = 'realtime';
/** A message of pub/sub holds 7,000 bytes, envelope included. */
const CHUNK_CHARACTERS = 6000;
/** Size of the send queue; further messages are rejected. */
const MAX_QUEUED_CHARACTERS = 64 * 1024 * 1024;
/** Messages in one transaction. */
const MAX_BATCH = 500;

type Receive = (message: JsonObject, isOwn: boolean) => void;

/** Messages of any length between the processes of all servers on the database. */
export interface Bus {
  readonly processId: string;
  /** Sends soon, in call order. @returns false when the send queue is full */
  send(kind: string, message: JsonObject): boolean;
  /** Sends when the transaction commits. */
  publish(tx: Database, kind: string, message: JsonObject): Promise<void>;
  subscribe(kind: string, receive: Receive): void;
  /** Messages sent while the connection was lost were not received. */
  onReconnect(handle: () => void): void;
  close(): Promise<void>;
}

interface BusDeps {
  readonly sql: Sql;
  readonly pubSub: PubSub;
  /** Whether other processes exist. */
  readonly hasPeers: () => boolean;
  readonly processId: string;
  readonly logger: Logger;
}

/** A text longer than one message of pub/sub is sent in chunks, which arrive in order. */
function toChunks(text: string): string[] {
  const encoded = Buffer.from(text).toString('base64');
  const count = Math.ceil(encoded.length / CHUNK_CHARACTERS);
  return Array.from({ length: count }, (_, index) =>
    encoded.slice(index * CHUNK_CHARACTERS, (index + 1) * CHUNK_CHARACTERS),
  );
}

/**
 * Consistency: that of pub/sub. A message reaches every process that listens at
 * that moment, once, in commit order.
 */
class PubSubBus implements Bus {
  readonly #deps: BusDeps;
  readonly #receivers = new Map<string, Receive>();
  readonly #reconnectHandlers: (() => void)[] = [];
  readonly #incomplete = new Map<string, string[]>();
  readonly #queue: { kind: string; text: string }[] = [];
  #queuedCharacters = 0;
  #sending: Promise<void> | null = null;

  constructor(deps: BusDeps) {
    this.#deps = deps;
  }

  get processId(): string {
    return this.#deps.processId;
  }

  async start(): Promise<void> {
    const receive = (message: JsonObject): void => this.#receive(message);
    await this.#deps.pubSub.subscribe(TOPIC, receive, () => {
      this.#incomplete.clear();
      for (const handle of this.#reconnectHandlers) handle();
    });
  }

  send(kind: string, message: JsonObject): boolean {
    if (!this.#deps.hasPeers()) return true;
    const text = JSON.stringify(message);
    if (this.#queuedCharacters + text.length > MAX_QUEUED_CHARACTERS) return false;
    this.#queue.push({ kind, text });
    this.#queuedCharacters += text.length;
    this.#sending ??= this.#sendQueued();
    return true;
  }

  publish(tx: Database, kind: string, message: JsonObject): Promise<void> {
    return this.#publishText(tx, kind, JSON.stringify(message));
  }

  subscribe(kind: string, receive: Receive): void {
    this.#receivers.set(kind, receive);
  }

  onReconnect(handle: () => void): void {
    this.#reconnectHandlers.push(handle);
  }

  async close(): Promise<void> {
    await this.#sending;
  }

  #receive({ from, kind, text, id, part, isLast }: JsonObject): void {
    if (typeof from !== 'string' || typeof kind !== 'string') return;
    if (typeof text === 'string') {
      this.#dispatch(from, kind, text);
      return;
    }
    if (typeof id !== 'string' || typeof part !== 'string') return;
    const chunks = this.#incomplete.get(id) ?? [];
    chunks.push(part);
    this.#incomplete.set(id, chunks);
    if (isLast !== true) return;
    this.#incomplete.delete(id);
    this.#dispatch(from, kind, Buffer.from(chunks.join(''), 'base64').toString());
  }

  #dispatch(from: string, kind: string, text: string): void {
    const message = JSON.parse(text) as unknown;
    if (!isJsonObject(message)) return;
    this.#receivers.get(kind)?.(message, from === this.#deps.processId);
  }

  async #publishText(tx: Database, kind: string, text: string): Promise<void> {
    const { pubSub, processId: from } = this.#deps;
    // JSON doubles quotes, and a character has up to three bytes.
    if (text.length * 3 < CHUNK_CHARACTERS) {
      await pubSub.publish(tx, TOPIC, { from, kind, text });
      return;
    }
    const id = randomUUID();
    const chunks = toChunks(text);
    await Promise.all(
      chunks.map((part, index) =>
        pubSub.publish(tx, TOPIC, {
          from,
          kind,
          id,
          index,
          part,
          isLast: index === chunks.length - 1,
        }),
      ),
    );
  }

  async #sendQueued(): Promise<void> {
    const { sql, logger } = this.#deps;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MAX_BATCH);
      for (const { text } of batch) this.#queuedCharacters -= text.length;
      await sql
        .begin((tx) =>
          Promise.all(batch.map(({ kind, text }) => this.#publishText(tx, kind, text))),
        )
        .catch((error: unknown) => {
          logger.warn(
            { err: error, messages: batch.length },
            'realtime: failed to publish to other processes, will not retry',
          );
        });
    }
    this.#sending = null;
  }
}

export async function createBus(deps: BusDeps): Promise<Bus> {
  const bus = new PubSubBus(deps);
  await bus.start();
  return bus;
}
