import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge as PrometheusGauge,
  Histogram,
  Registry,
} from 'prom-client';
import type { AnsweredRequest } from '../platform/http/observe-requests.ts';
import type { Gauge, Metrics } from '../platform/metrics.ts';

const DURATION_BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SERVICE_OF_ROUTE = /^\/([^/:*]+)\/v1(?:\/|$)/;

interface ServerMetrics extends Metrics {
  readonly observe: (request: AnsweredRequest) => void;
  /** In the Prometheus text format. */
  readonly text: () => Promise<string>;
}

/** Several gauges can have one name and different labels. */
function createGauges(registry: Registry): Metrics['gauge'] {
  const gaugesByName = new Map<string, Gauge[]>();
  return (gauge) => {
    const known = gaugesByName.get(gauge.name);
    if (known !== undefined) {
      known.push(gauge);
      return;
    }
    const gauges = [gauge];
    gaugesByName.set(gauge.name, gauges);
    new PrometheusGauge({
      name: gauge.name,
      help: gauge.help,
      labelNames: Object.keys(gauge.labels ?? {}),
      registers: [registry],
      collect() {
        for (const { labels, read } of gauges) this.set(labels ?? {}, read());
      },
    });
  };
}

/** The metrics of all workers, added up. */
export function createWorkersMetrics(): Pick<ServerMetrics, 'text'> {
  const registry = new AggregatorRegistry();
  return { text: () => registry.clusterMetrics() };
}

/** The metrics of one process. The supervisor collects those of its workers. */
export function createServerMetrics(): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'backend_request_duration_seconds',
    help: 'How long requests took, by service, route, method and status.',
    labelNames: ['service', 'route', 'method', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  type Series = ReturnType<typeof durations.labels>;
  const seriesByKey = new Map<string, Series>();
  // In a worker: responds to the supervisor, which collects these metrics.
  AggregatorRegistry.setRegistries([registry]);
  createWorkersMetrics();
  return {
    gauge: createGauges(registry),
    observe({ method, route, status, durationMs }) {
      const key = `${method} ${String(status)} ${route}`;
      let series = seriesByKey.get(key);
      if (series === undefined) {
        const service = SERVICE_OF_ROUTE.exec(route)?.[1] ?? 'site';
        series = durations.labels(service, route, method, String(status));
        seriesByKey.set(key, series);
      }
      series.observe(durationMs / 1000);
    },
    text: () => registry.metrics(),
  };
}

/** Serves `GET /metrics` on loopback. */
export async function serveMetrics(
  port: number,
  readText: () => Promise<string>,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    readText().then(
      (text) =>
        response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      // Fails while a worker is being replaced. The next scrape succeeds.
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`Nothing can listen on METRICS_PORT ${String(port)}: ${String(cause)}`, {
      cause,
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
