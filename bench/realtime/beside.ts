import { setTimeout as sleep } from 'node:timers/promises';
import { ownOrdersRequest } from '../api/requests.ts';
import { connectionsTo } from '../services/http-client.ts';
import { runClosedLoop } from '../shared/closed-loop.ts';
import { summarize, type Summary } from '../shared/statistics.ts';
import type { Stage } from './stage.ts';

const EVERY_MS = 1_000;

export interface ApiFigures {
  readonly beside: string;
  readonly summary: Summary;
}

/**
 * Reads a customer's own orders on one connection for `durationMs`.
 *
 * @param act runs meanwhile once a second, or again at once if it takes longer
 */
export async function readBeside(
  { server, people, publishableKey }: Stage,
  durationMs: number,
  beside: string,
  act: (() => Promise<unknown>) | null,
): Promise<ApiFigures> {
  let turn = 0;
  const connections = connectionsTo(1, () => {
    const person = people[turn % people.length];
    turn += 1;
    if (person === undefined) throw new Error('There are no customers.');
    const { method, path, headers } = ownOrdersRequest(person, publishableKey);
    return { port: server.port, method, path, headers };
  });
  const over = new AbortController();
  const going = (async () => {
    while (!over.signal.aborted && act !== null) {
      const nextAtMs = performance.now() + EVERY_MS;
      await act();
      await sleep(Math.max(0, nextAtMs - performance.now()));
    }
  })();
  const measurement = await runClosedLoop(connections, durationMs);
  over.abort();
  await going;
  return { beside, summary: summarize(measurement) };
}
