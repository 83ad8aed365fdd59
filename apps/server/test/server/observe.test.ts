import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { ServiceEnv } from '../../src/platform/http/request-variables.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createApp } from '../../src/http/app.ts';
import { createServerMetrics, serveMetrics } from '../../src/http/server-metrics.ts';
import type { Service } from '../../src/http/service.ts';

const PERSON = 'ada@example.com';

function createPeopleService(): Service {
  const app = new Hono<ServiceEnv>();
  app.use((context, next) => {
    context.header('Cache-Control', 'no-store');
    return next();
  });
  app.get('/people/:email', (context) => context.text('here'));
  app.get('/broken/:email', () => {
    throw new Error('broken');
  });
  app.all('*', (context) => context.json({ message: 'nothing here' }, 404));
  return {
    prefix: '/people/v1',
    app,
    isReady: () => Promise.resolve('It is closed today.'),
    close: () => Promise.resolve(),
  };
}

function create() {
  const lines: string[] = [];
  const metrics = createServerMetrics();
  const app = createApp({
    services: [createPeopleService()],
    site: new Hono().get('*', (context) => context.text('a page')),
    trustProxy: false,
    onAnswered: metrics.observe,
    databaseCause: () => null,
    logger: createLogger('info', { write: (line) => lines.push(line) }),
  });
  const lastLine = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  return { app, metrics, lines, lastLine };
}

describe('The log entry of a request', () => {
  /** @covers security.personal-data.3 */
  test('contains method, route, status, duration and request id, and no personal data', async () => {
    const { app, lines, lastLine } = create();
    await app.request(`/people/v1/people/${PERSON}?email=${PERSON}`, {
      headers: { 'x-request-id': 'request-0001' },
    });
    expect(lines).toHaveLength(1);
    expect(lastLine()).toEqual({
      level: 30,
      time: expect.any(String) as unknown,
      requestId: 'request-0001',
      method: 'GET',
      route: '/people/v1/people/:email',
      status: 200,
      durationMs: expect.any(Number) as unknown,
      msg: 'request',
    });
    expect(lines.join('')).not.toContain(PERSON);
  });

  test.each([
    [`/people/v1/unknown/${PERSON}`, '/people/v1/*', 404],
    [`/elsewhere/v1/${PERSON}`, '/*', 404],
    [`/${PERSON}/`, '/*', 200],
    [`/people/v1/broken/${PERSON}`, '/people/v1/broken/:email', 500],
  ])('never shows the path %s', async (path, route, status) => {
    const { app, lines, lastLine } = create();
    await app.request(path);
    expect(lastLine()).toMatchObject({ route, status });
    expect(lines.join('')).not.toContain(PERSON);
  });

  test('contains the trace id of the request', async () => {
    const { app, lastLine } = create();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await app.request('/people/v1/people/x', { headers: { traceparent } });
    expect(lastLine()).toMatchObject({ traceId });
    await app.request('/people/v1/people/x', {
      headers: { traceparent: `00-${'0'.repeat(32)}-1` },
    });
    expect(lastLine()).not.toHaveProperty('traceId');
  });
});

test('Readiness names each unavailable service and the reason', async () => {
  const response = await create().app.request('/health/ready');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: 'unavailable',
    causes: { '/people/v1': 'It is closed today.' },
  });
});

describe('Metrics', () => {
  test('count requests and their durations by service, route, method and status, without personal data', async () => {
    const { app, metrics } = create();
    await app.request(`/people/v1/people/${PERSON}`);
    await app.request('/people/v1/people/another');
    await app.request('/cards');
    const text = await metrics.text();
    const count = 'backend_request_duration_seconds_count';
    expect(text).toContain(
      `${count}{service="people",route="/people/v1/people/:email",method="GET",status="200"} 2`,
    );
    expect(text).toContain(`${count}{service="site",route="/*",method="GET",status="200"} 1`);
    expect(text).not.toContain(PERSON);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  test('include the gauges of each part, read at the time of the request', async () => {
    const { metrics } = create();
    let waiting = 1;
    const gauge = { name: 'backend_hashes_waiting', help: 'Waiting hashes.' };
    metrics.gauge({ ...gauge, labels: { kind: 'slow' }, read: () => waiting });
    metrics.gauge({ ...gauge, labels: { kind: 'quick' }, read: () => 0 });
    waiting = 7;
    expect(await metrics.text()).toContain('backend_hashes_waiting{kind="slow"} 7');
    expect(await metrics.text()).toContain('backend_hashes_waiting{kind="quick"} 0');
  });

  test('are the only page on a separate port', async () => {
    const { metrics } = create();
    const served = await serveMetrics(0, metrics.text);
    try {
      const url = `http://127.0.0.1:${String(served.port)}`;
      const response = await fetch(`${url}/metrics`);
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(await response.text()).toContain('process_cpu_seconds_total');
      expect((await fetch(`${url}/`)).status).toBe(404);
    } finally {
      served.close();
    }
  });
});
