import { fileURLToPath } from 'node:url';
import { startChildProcess } from '../shared/child-process.ts';
import { compareInTurns, type Comparison } from '../shared/comparison.ts';
import { mainThreadTimeMs } from '../shared/processor-time.ts';
import type { Measurement } from '../shared/statistics.ts';
import { joinTopic } from './joins.ts';
import { IDLE_GROUP } from './measure-idle.ts';
import { monotonicMs } from './monotonic-clock.ts';
import type { BareSocketsJobs } from './processes/bare-sockets.ts';
import { HEARTBEAT, openPhoenixSocket, type PhoenixSocket } from './processes/phoenix-socket.ts';
import type { Stage } from './stage.ts';

const TOPIC = 'fan-out';
const FLOOR_GROUP = 'floor';
const TIMEOUT_MS = 20_000;
const QUIET_MS = 20;
const MAX_EXAMPLES = 5;
/** A broadcast as one client sends it to all others. */
const NEWS = {
  type: 'broadcast',
  event: 'news',
  payload: { text: 'Cards can be ordered again.', at: '2026-01-01T00:00:00.000Z' },
};

export interface FanOutFigures {
  readonly sockets: number;
  readonly rounds: number;
  readonly frameBytes: number;
  readonly comparison: Comparison;
  /** Of the main threads, for each message that was delivered. */
  readonly processorUs: { readonly ours: number; readonly floor: number };
}

interface FanOut {
  readonly measure: (rounds: number) => Promise<FanOutFigures>;
  /** Once through the server. */
  readonly once: () => Promise<unknown>;
}

interface Side {
  readonly group: string;
  readonly processId: number;
  readonly send: () => void;
  readonly keepAlive: () => Promise<void>;
  processorMs: number;
  delivered: number;
}

/** Sends one message to all idle sockets, alternately through the server and through a bare one. */
export async function withFanOut<T>(
  stage: Stage,
  sockets: number,
  work: (fanOut: FanOut) => Promise<T>,
): Promise<T> {
  const { fleet, server, socketUrl } = stage;
  const path = fileURLToPath(new URL('./processes/bare-sockets.ts', import.meta.url));
  const floorProcess = startChildProcess<BareSocketsJobs>(path);
  const senders: PhoenixSocket[] = [];
  const openSender = async (url: string): Promise<PhoenixSocket> => {
    const sender = await openPhoenixSocket(url, () => undefined);
    senders.push(sender);
    return sender;
  };
  try {
    const floor = await floorProcess.run('serve', undefined);
    const floorUrl = `ws://127.0.0.1:${String(floor.port)}`;
    await fleet.open(FLOOR_GROUP, floorUrl, Array<null>(sockets).fill(null));
    const join = joinTopic(TOPIC);
    await fleet.join(IDLE_GROUP, join);
    const [sender, floorSender] = [await openSender(socketUrl), await openSender(floorUrl)];
    await sender.request(join);
    const frame = JSON.stringify([null, null, join.topic, 'broadcast', NEWS]);
    const ours: Side = {
      group: IDLE_GROUP,
      processId: server.processId,
      send: () => sender.send({ topic: join.topic, event: 'broadcast', payload: NEWS }),
      async keepAlive() {
        await sender.request(HEARTBEAT);
        await fleet.keepAlive(IDLE_GROUP);
      },
      processorMs: 0,
      delivered: 0,
    };
    const theirs: Side = {
      group: FLOOR_GROUP,
      processId: floor.processId,
      send: () => floorSender.sendText(frame),
      keepAlive: () => Promise.resolve(),
      processorMs: 0,
      delivered: 0,
    };
    const deliver = (side: Side) => () => deliverOnce(stage, side, sockets, frame);
    return await work({
      once: deliver(ours),
      async measure(rounds) {
        const pace = { rounds, sliceMs: 0, warmUpMs: 0 };
        const comparison = await compareInTurns(deliver(ours), deliver(theirs), pace);
        const costOf = (side: Side): number => (side.processorMs * 1000) / side.delivered;
        return {
          sockets,
          rounds,
          frameBytes: Buffer.byteLength(frame),
          comparison,
          processorUs: { ours: costOf(ours), floor: costOf(theirs) },
        };
      },
    });
  } finally {
    await Promise.all(senders.map((sender) => sender.close()));
    await fleet.close(FLOOR_GROUP);
    await floorProcess.stop();
  }
}

/** Measures from the sending of one message until all sockets have it. Each frame must be the expected one. */
async function deliverOnce(
  { fleet }: Stage,
  side: Side,
  sockets: number,
  frame: string,
): Promise<Measurement> {
  await side.keepAlive();
  await fleet.listen(side.group, '"broadcast"');
  const processorBeforeMs = await mainThreadTimeMs(side.processId);
  const sentAtMs = monotonicMs();
  side.send();
  const received = await fleet.collect(side.group, { timeoutMs: TIMEOUT_MS, quietMs: QUIET_MS });
  side.processorMs += (await mainThreadTimeMs(side.processId)) - processorBeforeMs;
  const latencies = received.flatMap(({ atMs }) => [...atMs].map((at) => at - sentAtMs));
  side.delivered += latencies.length;
  const others = received.flatMap(({ texts }) => texts.filter((text) => text !== frame));
  return {
    durationMs: Math.max(...latencies),
    latenciesMs: Float64Array.from(latencies),
    errorCount: Math.abs(sockets - latencies.length) + others.length,
    errorExamples: others.slice(0, MAX_EXAMPLES),
  };
}
