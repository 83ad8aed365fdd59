/** The load generator. It is a separate process, so that it does not share an event loop with the server. */
import { runClosedLoop, type Send } from '../../shared/closed-loop.ts';
import { serveJobs } from '../../shared/child-process.ts';
import type { Measurement } from '../../shared/statistics.ts';
import { FRESH_KEY_MARKER, withFreshKey } from '../fresh-key.ts';
import { openHttpConnection } from '../http-connection.ts';

/** Requests of one kind, one per customer, sent round-robin. */
export interface PreparedRequests {
  /** Complete HTTP requests. */
  readonly texts: readonly string[];
  readonly expectedStatus: number;
}

interface HttpLoad {
  readonly connections: number;
  readonly durationMs: number;
  /** Names of prepared requests. A repeated name is sent more often. */
  readonly mix: readonly string[];
}

const prepared = new Map<string, PreparedRequests & { readonly hasFreshKey: boolean }>();
let port = 0;

/** Selects the next request. All connections share it, so that all customers send requests. */
function createRotation(mix: readonly string[]) {
  const nextCustomer = new Map<string, number>();
  let count = 0;
  return () => {
    const name = mix[count % mix.length] ?? '';
    count += 1;
    const customer = nextCustomer.get(name) ?? 0;
    nextCustomer.set(name, customer + 1);
    const requests = prepared.get(name);
    const text = requests?.texts[customer % requests.texts.length];
    if (requests === undefined || text === undefined) {
      throw new Error(`No requests were prepared for ${name}.`);
    }
    return {
      text: requests.hasFreshKey ? withFreshKey(text) : text,
      expectedStatus: requests.expectedStatus,
    };
  };
}

const jobs = {
  prepare(parameter: {
    readonly port: number;
    readonly requests: Readonly<Record<string, PreparedRequests>>;
  }): void {
    port = parameter.port;
    for (const [name, requests] of Object.entries(parameter.requests)) {
      const hasFreshKey = requests.texts[0]?.includes(FRESH_KEY_MARKER) ?? false;
      prepared.set(name, { ...requests, hasFreshKey });
    }
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
          `${text.slice(0, text.indexOf('\r\n'))} returned ${status}: ${String(body)}`,
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
