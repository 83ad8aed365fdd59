import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Notices } from '../../../platform/shared/notices.ts';

const TOPIC = 'realtime:processes';
const SEEN_EVERY_MS = 5_000;
/** A process that has not been seen for so long is gone, and its sockets with it, unless it only hung. */
const GONE_AFTER_S = 20;

/** Which processes serve sockets on this database. */
export interface Processes {
  readonly id: string;
  hasPeers(): boolean;
  /** Hears of each process that is gone, whether it said so or not. */
  onGone(act: (processIds: readonly string[]) => void): void;
  /** Called when the others took this process for gone and it is not: its rows went with it. */
  onReturn(act: () => void): void;
  close(): Promise<void>;
}

interface ProcessesDeps {
  readonly sql: Sql;
  readonly notices: Notices;
  readonly logger: Logger;
}

/**
 * Each process says every few seconds that it lives. Whoever first sees that
 * another is gone removes its row, and with it all that hangs on that, and tells the rest.
 *
 * Consistency: a process that starts is known to all others before it takes its
 * first socket; one that is killed is gone within 25 s.
 */
export async function createProcesses({ sql, notices, logger }: ProcessesDeps): Promise<Processes> {
  const id = randomUUID();
  const peers = new Set<string>();
  const hearers: ((processIds: readonly string[]) => void)[] = [];
  const returned: (() => void)[] = [];
  let isKnown = false;
  let isClosed = false;

  function forget(processIds: readonly string[]): void {
    for (const processId of processIds) peers.delete(processId);
    for (const hear of hearers) hear(processIds);
  }

  function hear({ here, gone }: JsonObject): void {
    if (typeof here === 'string' && here !== id) peers.add(here);
    if (!Array.isArray(gone)) return;
    if (gone.includes(id)) refresh();
    forget(gone.filter((one): one is string => typeof one === 'string' && one !== id));
  }

  async function remove(processIds: readonly string[]): Promise<void> {
    await sql.begin(async (tx) => {
      await tx`
        delete from beaconpay_realtime.processes
        where id = any(string_to_array(${processIds.join(',')}, ',')::uuid[])`;
      await notices.publish(tx, TOPIC, { gone: [...processIds] });
    });
  }

  async function introduce(): Promise<void> {
    await sql`
      insert into beaconpay_realtime.processes (id) values (${id}) on conflict do nothing`;
    await notices.publish(sql, TOPIC, { here: id });
    if (isKnown) for (const act of returned) act();
    isKnown = true;
  }

  async function say(): Promise<void> {
    const { count } = await sql`
      update beaconpay_realtime.processes set seen_at = now() where id = ${id}`;
    if (count === 0) await introduce();
    const others = await sql<{ id: string; is_gone: boolean }[]>`
      select id, seen_at < now() - make_interval(secs => ${GONE_AFTER_S}) as is_gone
      from beaconpay_realtime.processes where id <> ${id}`;
    for (const other of others) if (!other.is_gone) peers.add(other.id);
    const gone = others.filter((other) => other.is_gone).map((other) => other.id);
    const unknown = [...peers].filter((peer) => others.every((other) => other.id !== peer));
    if (unknown.length > 0) forget(unknown);
    if (gone.length > 0) await remove(gone);
  }

  const refresh = (): void => {
    say().catch((error: unknown) => {
      logger.warn({ err: error }, 'this process could not say that it lives');
    });
  };
  const stopHearing = await notices.subscribe(TOPIC, hear, refresh);
  await say();
  const timer = setInterval(refresh, SEEN_EVERY_MS).unref();

  return {
    id,
    hasPeers: () => peers.size > 0,
    onGone(act) {
      hearers.push(act);
    },
    onReturn(act) {
      returned.push(act);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      await stopHearing();
      await remove([id]).catch((error: unknown) => {
        logger.warn({ err: error }, 'this process could not say that it ends');
      });
    },
  };
}
