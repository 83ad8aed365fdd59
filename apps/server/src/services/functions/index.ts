import { watch } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { ownHost } from '../../platform/http/own-host.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Service } from '../../http/service.ts';
import { authorize } from './authorize.ts';
import { createFunctionCatalog, type FunctionPlace } from './catalog.ts';
import { findDeno } from './deno-binary.ts';
import { startDenoProcess } from './deno-process.ts';
import { functionErrors, FunctionError, renderError } from './errors.ts';
import { createFunctionWorkers, type FunctionWorkers } from './function-workers.ts';
import { relay } from './relay.ts';
import type { FunctionsSettings } from './settings.ts';
import { createSocketFolder } from './socket-folder.ts';
import { functionVariables, type ProjectVariables } from './variables.ts';

const PREFIX = '/functions/v1';
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface FunctionsServiceOptions extends ProjectVariables {
  readonly config: FunctionsSettings;
  readonly tokens: TokenVerifier;
  /** The address that the server listens on. */
  readonly host: string;
  readonly port: () => number;
  /** The public URL of the product. */
  readonly siteUrl: string;
  readonly logger: Logger;
}

/** Runs the functions of a folder, each in its own Deno process. */
export async function createFunctionsService(options: FunctionsServiceOptions): Promise<Service> {
  const { config, tokens, logger } = options;
  await access(config.dir).catch((cause: unknown) => {
    throw new Error(`FUNCTIONS_DIR cannot be read: ${String(cause)}`, { cause });
  });
  const catalog = createFunctionCatalog(config.dir);
  const workersByName = new Map<string, FunctionWorkers>();
  // Only this operating system user can connect to a function without the server.
  const socketFolder = createSocketFolder();
  await mkdir(config.cacheDir, { recursive: true, mode: 0o700 });
  let started = 0;

  async function start(name: string) {
    const place = await catalog.find(name);
    if (place === null) return null;
    const backend = `${ownHost(options.host)}:${String(options.port())}`;
    const backendUrl = `http://${backend}`;
    const socketDir = await socketFolder.path();
    started += 1;
    return startDenoProcess({
      denoPath: findDeno(),
      place,
      functionsDir: config.dir,
      cacheDir: config.cacheDir,
      socketPath: join(socketDir, String(started)),
      variables: await functionVariables(config, options, backendUrl),
      fetchVariables: config.fetchVariables,
      allowNet: [backend, ...config.allowNet, ...place.allowNet],
      limits: config.limits,
      logger,
    });
  }

  function workersOf({ name }: FunctionPlace): FunctionWorkers {
    let workers = workersByName.get(name);
    if (workers === undefined) {
      workers = createFunctionWorkers(() => start(name), config.limits);
      workersByName.set(name, workers);
    }
    return workers;
  }

  async function run(context: Context<ServiceEnv>): Promise<Response> {
    const { incoming, outgoing } = context.env as HttpBindings;
    const { method } = context.req.raw;
    if (!METHODS.has(method)) throw functionErrors.method();
    const path = (incoming.url ?? '').slice(PREFIX.length);
    const place = await catalog.find(/^\/([^/?]*)/.exec(path)?.[1] ?? '');
    if (place === null) throw functionErrors.notFound();
    // A CORS preflight has no Authorization header.
    if (place.verifyJwt && method !== 'OPTIONS') {
      await authorize(tokens, context.req.header('authorization'));
    }
    const { bodyLimitBytes } = config;
    if (Number(context.req.header('content-length') ?? 0) > bodyLimitBytes) {
      throw functionErrors.bodyTooLarge(bodyLimitBytes);
    }
    const gone = new AbortController();
    if (outgoing.destroyed) gone.abort();
    else outgoing.once('close', () => gone.abort());
    const lease = await workersOf(place).lease();
    if (gone.signal.aborted) {
      lease.release();
      throw functionErrors.clientGone();
    }
    return relay(
      lease.process,
      {
        incoming,
        path,
        requestId: context.get('requestId'),
        clientAddress: context.get('clientAddress'),
        protocol: options.siteUrl.startsWith('https:') ? 'https' : 'http',
        bodyLimitBytes,
        answerTimeoutMs: config.limits.idleTimeoutMs,
        gone: gone.signal,
      },
      lease.release,
    );
  }

  const app = new Hono<ServiceEnv>();
  app.all('/*', async (context) => {
    try {
      return await run(context);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return renderError(error);
    }
  });

  const watcher = config.reloads
    ? watch(config.dir, { recursive: true }, () => {
        for (const workers of workersByName.values()) workers.retire();
      })
    : null;

  return {
    prefix: PREFIX,
    app,
    answersOtherOrigins: true,
    async close() {
      watcher?.close();
      await Promise.all([...workersByName.values()].map((workers) => workers.close()));
      await socketFolder.remove();
    },
  };
}
