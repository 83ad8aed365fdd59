import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';

const TOPIC = 'realtime:processes';
const HEARTBEAT_INTERVAL_MS = 5_000;
/** A process without a heartbeat for this long is treated as dead, and its sockets as closed. */
const HEARTBEAT_TIMEOUT_S = 20;

type HandleGone = (processIds: readonly string[]) => void;

/** The processes that serve sockets on this database. */
export interface ProcessRegistry {
  readonly id: string;
  hasPeers(): boolean;
  /** Called for each process that ended, orderly or not. */
  onGone(handle: HandleGone): void;
  /** Called when other processes removed this one although it is alive: its rows were deleted, too. */
  onReturn(handle: () => void): void;
  close(): Promise<void>;
}

interface RegistryDeps {
  readonly sql: Sql;
  readonly pubSub: PubSub;
  readonly logger: Logger;
}

/**
 * Every process writes a heartbeat. The first process that finds an expired
 * heartbeat deletes that row, which cascades, and publishes the removal.
 *
 * Consistency: all processes know a new process before it accepts its first
 * socket. A killed process is removed within 25 s.
 */
class HeartbeatRegistry implements ProcessRegistry {
  readonly id = randomUUID();
  readonly #deps: RegistryDeps;
  readonly #peers = new Set<string>();
  readonly #goneHandlers: HandleGone[] = [];
  readonly #returnHandlers: (() => void)[] = [];
  #isRegistered = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;
  #unsubscribe: (() => Promise<void>) | null = null;

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const refresh = (): void => this.#refresh();
    const receive = (message: JsonObject): void => this.#receive(message);
    this.#unsubscribe = await this.#deps.pubSub.subscribe(TOPIC, receive, refresh);
    await this.#beat();
    this.#timer = setInterval(refresh, HEARTBEAT_INTERVAL_MS).unref();
  }

  hasPeers(): boolean {
    return this.#peers.size > 0;
  }

  onGone(handle: HandleGone): void {
    this.#goneHandlers.push(handle);
  }

  onReturn(handle: () => void): void {
    this.#returnHandlers.push(handle);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#unsubscribe?.();
    await this.#remove([this.id]).catch((error: unknown) => {
      this.#deps.logger.warn(
        { err: error },
        'realtime: failed to unregister this process, its heartbeat will expire',
      );
    });
  }

  #receive({ here, gone }: JsonObject): void {
    if (typeof here === 'string' && here !== this.id) this.#peers.add(here);
    if (!Array.isArray(gone)) return;
    if (gone.includes(this.id)) this.#refresh();
    this.#forget(gone.filter((one): one is string => typeof one === 'string' && one !== this.id));
  }

  #forget(processIds: readonly string[]): void {
    for (const processId of processIds) this.#peers.delete(processId);
    for (const handle of this.#goneHandlers) handle(processIds);
  }

  #refresh(): void {
    this.#beat().catch((error: unknown) => {
      this.#deps.logger.warn(
        { err: error },
        'realtime: failed to write the heartbeat of this process, will retry',
      );
    });
  }

  async #beat(): Promise<void> {
    const { sql } = this.#deps;
    const { count } = await sql`
      update backend_realtime.processes set seen_at = now() where id = ${this.id}`;
    if (count === 0) await this.#register();
    const others = await sql<{ id: string; is_gone: boolean }[]>`
      select id, seen_at < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_S}) as is_gone
      from backend_realtime.processes where id <> ${this.id}`;
    for (const other of others) if (!other.is_gone) this.#peers.add(other.id);
    const expired = others.filter((other) => other.is_gone).map((other) => other.id);
    const removed = [...this.#peers].filter((peer) => others.every((other) => other.id !== peer));
    if (removed.length > 0) this.#forget(removed);
    if (expired.length > 0) await this.#remove(expired);
  }

  async #register(): Promise<void> {
    const { sql, pubSub } = this.#deps;
    await sql`
      insert into backend_realtime.processes (id) values (${this.id}) on conflict do nothing`;
    await pubSub.publish(sql, TOPIC, { here: this.id });
    if (this.#isRegistered) for (const handle of this.#returnHandlers) handle();
    this.#isRegistered = true;
  }

  async #remove(processIds: readonly string[]): Promise<void> {
    const { sql, pubSub } = this.#deps;
    await sql.begin(async (tx) => {
      await tx`
        delete from backend_realtime.processes
        where id = any(string_to_array(${processIds.join(',')}, ',')::uuid[])`;
      await pubSub.publish(tx, TOPIC, { gone: [...processIds] });
    });
  }
}

export async function createProcessRegistry(deps: RegistryDeps): Promise<ProcessRegistry> {
  const registry = new HeartbeatRegistry(deps);
  await registry.start();
  return registry;
}
