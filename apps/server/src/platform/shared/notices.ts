import type postgres from 'postgres';
import type { JsonObject } from '../json.ts';
import type { Sql } from '../database/connection.ts';

/** Short messages between all processes and machines that share the database (LISTEN/NOTIFY). */
export interface Notices {
  /** Tells everyone, this process too; within a transaction once it has committed. At most 7,000 bytes of JSON. */
  publish(sql: Sql | postgres.TransactionSql, topic: string, message: JsonObject): Promise<void>;
  /**
   * Hears a topic. Notices sent while the connection was away are lost, so
   * `onReconnect` says when to look again.
   *
   * @returns stops hearing
   */
  subscribe(
    topic: string,
    hear: (message: JsonObject) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
}
