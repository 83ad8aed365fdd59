import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemoryMib } from '../shared/process-memory.ts';
import { joinTopic } from './joins.ts';
import type { RealtimeBenchSettings } from './settings.ts';
import type { Stage } from './stage.ts';

const MIB_IN_KIB = 1024;
const WARM_UP_SOCKETS = 200;

/** These sockets stay open for the next measurements. */
export const IDLE_GROUP = 'idle';

export interface IdleFigures {
  readonly sockets: number;
  readonly beforeMib: number;
  readonly afterMib: number;
  readonly perSocketKib: number;
  /** Added sockets per second, from the opening of the first until the last has joined its topic. */
  readonly openedPerSecond: number;
}

/** Opens sockets that join a topic of their own and stay idle, and measures the memory of each. */
export async function measureIdle(
  { fleet, server, socketUrl }: Stage,
  { settleMs }: RealtimeBenchSettings,
  counts: readonly number[],
): Promise<IdleFigures[]> {
  const memoryMib = async (): Promise<number> => {
    await sleep(settleMs);
    return residentMemoryMib(server.processId);
  };
  const joins = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => joinTopic(`idle-${String(from + index)}`));
  await fleet.open('warm-up', socketUrl, joins(0, WARM_UP_SOCKETS));
  await fleet.close('warm-up');
  const beforeMib = await memoryMib();
  const figures: IdleFigures[] = [];
  let open = 0;
  for (const sockets of counts) {
    const startedAtMs = performance.now();
    await fleet.open(IDLE_GROUP, socketUrl, joins(open, sockets));
    const openedPerSecond = ((sockets - open) / (performance.now() - startedAtMs)) * 1000;
    open = sockets;
    const afterMib = await memoryMib();
    const perSocketKib = ((afterMib - beforeMib) * MIB_IN_KIB) / sockets;
    figures.push({ sockets, beforeMib, afterMib, perSocketKib, openedPerSecond });
  }
  return figures;
}
