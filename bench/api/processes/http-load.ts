/** The load generator, in a process of its own so that it never shares an event loop with the server. */
import { runClosedLoop, type Send } from '../../shared/closed-loop.ts';
import { serveJobs } from '../../shared/child-process.ts';
import type { Measurement } from '../../shared/statistics.ts';
import { FRESH_KEY_MARKER, withFreshKey } from '../fresh-key.ts';
import { openHttpConnection } from '../http-connection.ts';

/** Requests of one kind, one a customer, sent in turn. */
export interface PreparedRequests {
  /** Whole requests as they go over the wire. */
  readonly texts: readonly string[];
  readonly expectedStatus: number;
}

export interface HttpLoad {
  readonly connections: number;
  readonly durationMs: number;
  /** Names of prepared requests; a name that is there twice is sent twice as often. */
  readonly mix: readonly string[];
}

const prepared = new Map<string, PreparedRequests>();
let port = 0;

/** Which requests come next; shared by all connections, so that all customers have their turn. */
function createRotation(mix: readonly string[]) {
  const kinds = mix.map((name) => {
    const requests = prepared.get(name);
    if (requests === undefined) throw new Error(`No requests were prepared for ${name}.`);
    return { ...requests, hasKey: requests.texts[0]?.includes(FRESH_KEY_MARKER) ?? false };
  });
  let count = 0;
  return () => {
    const kind = kinds[count % kinds.length];
    // Each round of the mix moves on to other customers.
    const text = kind?.texts[(count + Math.floor(count / kinds.length)) % kind.texts.length];
    if (kind === undefined || text === undefined) throw new Error('There is nothing to send.');
    count += 1;
    return { text: kind.hasKey ? withFreshKey(text) : text, expectedStatus: kind.expectedStatus };
  };
}

const jobs = {
  prepare(parameter: {
    readonly port: number;
    readonly requests: Readonly<Record<string, PreparedRequests>>;
  }): void {
    port = parameter.port;
    for (const [name, requests] of Object.entries(parameter.requests)) prepared.set(name, requests);
  },

  async load({ connections, durationMs, mix }: HttpLoad): Promise<Measurement> {
    const next = createRotation(mix);
    const opened = await Promise.all(
      Array.from({ length: connections }, () => openHttpConnection(port)),
    );
    const senders = opened.map((connection): Send => async () => {
      const { text, expectedStatus } = next();
      const { status, body } = await connection.send(text);
      if (status !== expectedStatus) {
        throw new Error(
          `${text.slice(0, text.indexOf('\r\n'))} answered ${status}: ${String(body)}`,
        );
      }
    });
    const measurement = await runClosedLoop(senders, durationMs);
    for (const connection of opened) connection.close();
    return measurement;
  },
};

export type HttpLoadJobs = typeof jobs;

if (process.send !== undefined) serveJobs(jobs);
