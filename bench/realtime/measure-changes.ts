import { summarize, type Summary } from '../shared/statistics.ts';
import type { ProcessorTime } from '../shared/processor-time.ts';
import { joinChanges, personOfTopic } from './joins.ts';
import type { ReceivedFrames } from './processes/socket-clients.ts';
import { insertRows } from './rows.ts';
import type { RealtimeBenchSettings } from './settings.ts';
import type { Stage } from './stage.ts';

const GROUP = 'subscribers';
const SUBSCRIBED = '"Subscribed to PostgreSQL"';
const CHANGE = '"ids":';
const SUBSCRIBE_TIMEOUT_MS = 60_000;
const BURST_TIMEOUT_MS = 20_000;
/** In this time a frame that is sent twice or to another user would arrive. */
const QUIET_MS = 300;

/** Rows that did not reach their owner exactly once. */
export interface Strays {
  readonly missing: number;
  readonly doubled: number;
  readonly foreign: number;
}

interface Burst {
  readonly delaysMs: readonly number[];
  readonly strays: Strays;
  readonly processorTime: ProcessorTime;
}

export interface ChangesFigures {
  readonly title: string;
  readonly subscribers: number;
  readonly bursts: number;
  /** From the commit to the frame. */
  readonly delays: Summary;
  readonly strays: Strays;
  /** Of all bursts. */
  readonly processorTime: ProcessorTime;
}

export interface Subscribed {
  /** Inserts one row for each subscriber, and waits until the subscriber receives it. */
  readonly burst: () => Promise<Burst>;
}

type ChangeFrame = [
  unknown,
  unknown,
  topic: string,
  event: string,
  { data: { commit_timestamp: string; record: { id: string; user_id: string } } },
];

/** Compares the received frames with the inserted rows. */
function compareFrames(received: readonly ReceivedFrames[], owners: ReadonlyMap<string, string>) {
  const delaysMs: number[] = [];
  const deliveredIds = new Set<string>();
  let [doubled, foreign] = [0, 0];
  for (const { texts, textOf, wallMs } of received) {
    const frames = texts.map((text) => JSON.parse(text) as ChangeFrame);
    textOf.forEach((textIndex, index) => {
      const frame = frames[textIndex];
      if (frame === undefined) return;
      const [, , topic, , { data }] = frame;
      const { id, user_id: owner } = data.record;
      if (owners.get(id) !== owner || personOfTopic(topic) !== owner) foreign += 1;
      else if (deliveredIds.has(id)) doubled += 1;
      else {
        deliveredIds.add(id);
        delaysMs.push((wallMs[index] ?? Number.NaN) - Date.parse(data.commit_timestamp));
      }
    });
  }
  return { delaysMs, strays: { missing: owners.size - deliveredIds.size, doubled, foreign } };
}

/** Subscribes each user on a socket of its own while `work` runs. */
export async function withSubscribers<T>(
  stage: Stage,
  { burstStatements }: RealtimeBenchSettings,
  isFiltered: boolean,
  work: (subscribed: Subscribed) => Promise<T>,
): Promise<T> {
  const { fleet, people, sql, socketUrl } = stage;
  await fleet.listen(GROUP, SUBSCRIBED);
  await fleet.open(
    GROUP,
    socketUrl,
    people.map((person) => joinChanges(person, isFiltered)),
  );
  const answers = await fleet.collect(GROUP, { timeoutMs: SUBSCRIBE_TIMEOUT_MS, quietMs: 0 });
  const count = answers.reduce((sum, { atMs }) => sum + atMs.length, 0);
  if (count < people.length) {
    throw new Error(`Only ${String(count)} of ${String(people.length)} could subscribe.`);
  }
  try {
    return await work({
      burst: async () => {
        await fleet.keepAlive(GROUP);
        await fleet.listen(GROUP, CHANGE);
        const before = await stage.processorTime();
        const owners = await insertRows(sql, people, burstStatements);
        const limits = { timeoutMs: BURST_TIMEOUT_MS, quietMs: QUIET_MS };
        const received = await fleet.collect(GROUP, limits);
        const after = await stage.processorTime();
        return {
          ...compareFrames(received, owners),
          processorTime: {
            mainThreadsMs: after.mainThreadsMs - before.mainThreadsMs,
            postgresMs: after.postgresMs - before.postgresMs,
          },
        };
      },
    });
  } finally {
    await fleet.close(GROUP);
  }
}

/** Measures bursts one after the other, until every subscriber has received its row. */
export async function measureBursts(
  title: string,
  subscribers: number,
  { burst }: Subscribed,
  count: number,
): Promise<ChangesFigures> {
  await burst();
  const bursts: Burst[] = [];
  for (let turn = 0; turn < count; turn += 1) bursts.push(await burst());
  const sumOf = (pick: (one: Burst) => number): number =>
    bursts.reduce((sum, one) => sum + pick(one), 0);
  return {
    title,
    subscribers,
    bursts: count,
    delays: summarize({
      durationMs: 1,
      latenciesMs: Float64Array.from(bursts.flatMap(({ delaysMs }) => delaysMs)),
      errorCount: 0,
      errorExamples: [],
    }),
    strays: {
      missing: sumOf(({ strays }) => strays.missing),
      doubled: sumOf(({ strays }) => strays.doubled),
      foreign: sumOf(({ strays }) => strays.foreign),
    },
    processorTime: {
      mainThreadsMs: sumOf(({ processorTime }) => processorTime.mainThreadsMs),
      postgresMs: sumOf(({ processorTime }) => processorTime.postgresMs),
    },
  };
}
