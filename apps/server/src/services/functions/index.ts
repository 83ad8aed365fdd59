import { watch } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { ownHost } from '../../platform/hosts.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Service } from '../../http/service.ts';
import { createFunctionCatalog, type DeployedFunction } from './function-catalog.ts';
import { findDeno } from './deno-binary.ts';
import { startDenoProcess } from './deno-process.ts';
import { FunctionError, renderError } from './errors.ts';
import { FunctionWorkers } from './function-workers.ts';
import { invokeFunction, PREFIX } from './invoke-function.ts';
import type { FunctionsSettings } from './settings.ts';
import { createSocketFolder } from './socket-folder.ts';
import { functionVariables, type ProjectVariables } from './variables.ts';

interface FunctionsServiceOptions extends ProjectVariables {
  readonly config: FunctionsSettings;
  readonly tokens: TokenVerifier;
  /** The address that the server listens on. */
  readonly host: string;
  readonly port: () => number;
  /** The public URL of this server. */
  readonly publicUrl: string;
  readonly logger: Logger;
}

/** Runs the functions of a folder, each in its own Deno process. */
export async function createFunctionsService(options: FunctionsServiceOptions): Promise<Service> {
  const { config, tokens, publicUrl, logger } = options;
  const hasFolder = await access(config.dir).then(
    () => true,
    (cause: unknown) => {
      if (!config.isDirRequired) return false;
      throw new Error(`FUNCTIONS_DIR cannot be read: ${String(cause)}`, { cause });
    },
  );
  const catalog = createFunctionCatalog(config.dir);
  const workersByName = new Map<string, FunctionWorkers>();
  // Only this operating system user can connect to a function without the server.
  const socketFolder = createSocketFolder();
  await mkdir(config.cacheDir, { recursive: true, mode: 0o700 });
  let started = 0;

  async function start(name: string) {
    const deployed = await catalog.read(name);
    if (deployed === null) return null;
    const backend = `${ownHost(options.host)}:${String(options.port())}`;
    const socketDir = await socketFolder.path();
    started += 1;
    return startDenoProcess({
      denoPath: findDeno(),
      deployed,
      functionsDir: config.dir,
      cacheDir: config.cacheDir,
      socketPath: join(socketDir, String(started)),
      variables: await functionVariables(config, options, `http://${backend}`),
      fetchVariables: config.fetchVariables,
      allowNet: [backend, ...config.allowNet, ...deployed.allowNet],
      limits: config.limits,
      logger,
    });
  }

  function workersOf({ name }: DeployedFunction): FunctionWorkers {
    let workers = workersByName.get(name);
    if (workers === undefined) {
      workers = new FunctionWorkers(() => start(name), config.limits);
      workersByName.set(name, workers);
    }
    return workers;
  }

  const app = new Hono<ServiceEnv>();
  const deps = { config, catalog, tokens, publicUrl, workersOf };
  app.all('/*', async (c) => {
    try {
      return await invokeFunction(deps, c);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return renderError(error);
    }
  });

  const watcher =
    config.reloads && hasFolder
      ? watch(config.dir, { recursive: true }, () => {
          catalog.clear();
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
