import type { Config } from './config/config.ts';
import { createPlatform } from './create-platform.ts';
import { createApp } from './http/app.ts';
import { listen, type AcceptedConnections } from './http/listen.ts';
import type { Service } from './http/service.ts';
import { createStaticSite } from './platform/http/static-site.ts';
import type { Logger } from './platform/logger.ts';
import { noMetrics } from './platform/metrics.ts';
import type { Overrides, ServerState } from './server-state.ts';
import { createExtensions } from './extensions.ts';
import type { Extension } from './extensions/extension.ts';
import { createServices } from './services.ts';

/** Requests get more time than sockets, because an incomplete response is worse than a closed socket. */
const DRAIN_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** The context of the process that runs the services. */
interface ProcessContext {
  /** Why the database is unavailable, when the reason is known. */
  readonly databaseCause?: () => string | null;
  /** In a worker: the connections that the supervisor accepts. */
  readonly accepted?: AcceptedConnections;
}

export interface Listener {
  readonly port: number;
  /** Waits for running requests, then closes all resources, within 8 s. */
  close(): Promise<void>;
}

async function loadSite(config: Config, { apiKeys }: ServerState) {
  if (config.http.webDir === null) return null;
  const { captcha, passkeyParty, providers, sms } = config.auth;
  return createStaticSite({
    dir: config.http.webDir,
    // No URL: the backend has the same origin as the page.
    pageConfiguration: {
      publishableKey: apiKeys.publishableKey,
      passkeys: passkeyParty !== null,
      providers: providers.map(({ name }) => name),
      factors: [...(passkeyParty === null ? [] : ['webauthn']), ...(sms.isOn ? ['phone'] : [])],
      captcha: captcha === null ? null : { provider: captcha.provider, siteKey: captcha.siteKey },
    },
    hosts: { images: config.http.imageHosts, widgets: captcha?.widgetHosts ?? [] },
  }).catch((cause: unknown) => {
    throw new Error(`WEB_DIR cannot be read: ${String(cause)}`, { cause });
  });
}

async function closeServices(services: readonly Service[], deadline: AbortSignal): Promise<void> {
  const expired = new Promise((resolve) => deadline.addEventListener('abort', resolve));
  const closed = Promise.allSettled(services.map((service) => service.close(deadline)));
  await Promise.race([closed, expired]);
}

/** Serves all services and the web application on the configured address until closed. */
export async function serve(
  config: Config,
  state: ServerState,
  logger: Logger,
  overrides: Overrides = {},
  { databaseCause = () => null, accepted }: ProcessContext = {},
): Promise<Listener> {
  const { host, port, trustProxy, metricsPort } = config.http;
  let ownPort = accepted?.port ?? 0;
  // Loaded on demand, because most servers have no metrics port.
  const watch = metricsPort === null ? null : await import('./http/server-metrics.ts');
  const metrics = watch?.createServerMetrics();
  const platform = await createPlatform(config, state, logger, metrics ?? noMetrics, overrides);
  const services: Service[] = [];
  const extensions: Extension[] = [];
  const closeParts = async (): Promise<void> => {
    const deadline = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
    await closeServices(services, deadline);
    await platform.close(deadline);
  };
  try {
    const parts = { ...platform, port: () => ownPort };
    services.push(...(await createServices(parts)));
    extensions.push(...createExtensions(parts, state.connection));
    const site = await loadSite(config, state);
    const app = createApp({
      services,
      site,
      trustProxy,
      onAnswered: metrics?.observe ?? (() => undefined),
      logger,
      databaseCause,
    });
    const listener = await listen({ app, services, host, port, accepted });
    ownPort = listener.port;
    // The supervisor serves the metrics of its workers.
    const metricsServer =
      metrics === undefined || metricsPort === null || accepted !== undefined
        ? undefined
        : await watch?.serveMetrics(metricsPort, metrics.text);
    for (const extension of extensions) extension.start();
    return {
      port: listener.port,
      async close() {
        metricsServer?.close();
        const drained = AbortSignal.timeout(DRAIN_TIMEOUT_MS);
        await Promise.all([
          listener.drain(drained),
          ...extensions.map((extension) => extension.close(drained)),
        ]);
        const deadline = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
        await closeServices(services, deadline);
        await listener.close();
        await platform.close(deadline);
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}
