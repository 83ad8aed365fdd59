import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Sql } from '../../../platform/database/connection.ts';
import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Notices } from '../../../platform/shared/notices.ts';

const TOPIC = 'realtime';
/** A notice holds 7,000 bytes with all that is around the part. */
const PART_CHARACTERS = 6000;
/** What waits to be told to other processes; what is more is not told. */
const MAX_WAITING_CHARACTERS = 64 * 1024 * 1024;
const MAX_TOLD_AT_ONCE = 500;

type Hear = (message: JsonObject, isOwn: boolean) => void;

/** Messages of any length between the processes of all servers on the database. */
export interface Bus {
  readonly processId: string;
  /** Told soon, in the order of posting. @returns false when too much waits */
  post(kind: string, message: JsonObject): boolean;
  /** Told when the transaction commits. */
  publish(tx: Sql | postgres.TransactionSql, kind: string, message: JsonObject): Promise<void>;
  hear(kind: string, hear: Hear): void;
  /** What was told meanwhile was not heard. */
  onReconnect(act: () => void): void;
  close(): Promise<void>;
}

interface BusDeps {
  readonly sql: Sql;
  readonly notices: Notices;
  /** Whether there is anybody else to tell. */
  readonly hasPeers: () => boolean;
  readonly processId: string;
  readonly logger: Logger;
}

/** Texts longer than a notice go as several, which arrive one after the other. */
function partsOf(text: string): string[] {
  const encoded = Buffer.from(text).toString('base64');
  const count = Math.ceil(encoded.length / PART_CHARACTERS);
  return Array.from({ length: count }, (_, index) =>
    encoded.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS),
  );
}

/**
 * Consistency: that of notices. What is posted or published reaches every process
 * that listens at that moment, once, in the order of commits.
 */
export async function createBus(deps: BusDeps): Promise<Bus> {
  const { sql, notices, hasPeers, processId, logger } = deps;
  const hearers = new Map<string, Hear>();
  const reconnected: (() => void)[] = [];
  const half = new Map<string, string[]>();
  const waiting: { kind: string; text: string }[] = [];
  let waitingCharacters = 0;
  let telling: Promise<void> | null = null;

  function dispatch(from: string, kind: string, text: string): void {
    const message = JSON.parse(text) as unknown;
    if (isJsonObject(message)) hearers.get(kind)?.(message, from === processId);
  }

  function hearNotice(notice: JsonObject): void {
    const { from, kind, text, id, part, isLast } = notice;
    if (typeof from !== 'string' || typeof kind !== 'string') return;
    if (typeof text === 'string') {
      dispatch(from, kind, text);
      return;
    }
    if (typeof id !== 'string' || typeof part !== 'string') return;
    const parts = half.get(id) ?? [];
    parts.push(part);
    half.set(id, parts);
    if (isLast !== true) return;
    half.delete(id);
    dispatch(from, kind, Buffer.from(parts.join(''), 'base64').toString());
  }

  async function publishText(
    tx: Sql | postgres.TransactionSql,
    kind: string,
    text: string,
  ): Promise<void> {
    const head = { from: processId, kind };
    // Quotes count twice within a notice, and a letter has up to three bytes.
    if (text.length * 3 < PART_CHARACTERS) {
      await notices.publish(tx, TOPIC, { ...head, text });
      return;
    }
    const id = randomUUID();
    const parts = partsOf(text);
    await Promise.all(
      parts.map((part, index) =>
        notices.publish(tx, TOPIC, {
          ...head,
          id,
          index,
          part,
          isLast: index === parts.length - 1,
        }),
      ),
    );
  }

  async function tellWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const told = waiting.splice(0, MAX_TOLD_AT_ONCE);
      for (const { text } of told) waitingCharacters -= text.length;
      await sql
        .begin((tx) => Promise.all(told.map(({ kind, text }) => publishText(tx, kind, text))))
        .catch((error: unknown) => {
          logger.warn({ err: error }, 'other processes were not told');
        });
    }
    telling = null;
  }

  await notices.subscribe(TOPIC, hearNotice, () => {
    half.clear();
    for (const act of reconnected) act();
  });

  return {
    processId,
    post(kind, message) {
      if (!hasPeers()) return true;
      const text = JSON.stringify(message);
      if (waitingCharacters + text.length > MAX_WAITING_CHARACTERS) return false;
      waiting.push({ kind, text });
      waitingCharacters += text.length;
      telling ??= tellWaiting();
      return true;
    },
    publish: (tx, kind, message) => publishText(tx, kind, JSON.stringify(message)),
    hear(kind, hear) {
      hearers.set(kind, hear);
    },
    onReconnect(act) {
      reconnected.push(act);
    },
    async close() {
      await telling;
    },
  };
}
