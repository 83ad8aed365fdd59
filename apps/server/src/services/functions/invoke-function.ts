import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import { requireJwt } from './require-jwt.ts';
import type { DeployedFunction, FunctionCatalog } from './function-catalog.ts';
import { functionErrors } from './errors.ts';
import type { FunctionWorkers } from './function-workers.ts';
import { relay } from './relay.ts';
import type { FunctionsSettings } from './settings.ts';

export const PREFIX = '/functions/v1';
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface InvokeDeps {
  readonly config: FunctionsSettings;
  readonly catalog: FunctionCatalog;
  readonly tokens: TokenVerifier;
  /** The public URL of this server. */
  readonly publicUrl: string;
  readonly workersOf: (deployed: DeployedFunction) => FunctionWorkers;
}

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').slice(PREFIX.length);

/** Aborts when the client closes the connection before the end of the response. */
function clientGoneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (outgoing.destroyed) gone.abort();
  else {
    outgoing.once('close', () => {
      // Each abort creates an error with a stack trace, so a complete response does not abort.
      if (!outgoing.writableFinished) gone.abort();
    });
  }
  return gone.signal;
}

/** @throws FunctionError when the request may not reach a function */
async function findAllowed(
  { config, catalog, tokens }: InvokeDeps,
  c: Context<ServiceEnv>,
  path: string,
): Promise<DeployedFunction> {
  const { method } = c.req.raw;
  if (!METHODS.has(method)) throw functionErrors.method();
  const deployed = await catalog.find(/^\/([^/?]*)/.exec(path)?.[1] ?? '');
  if (deployed === null) throw functionErrors.notFound();
  // A CORS preflight has no Authorization header.
  if (deployed.verifyJwt && method !== 'OPTIONS') {
    await requireJwt(tokens, c.req.header('authorization'));
  }
  const { bodyLimitBytes } = config;
  if (Number(c.req.header('content-length') ?? 0) > bodyLimitBytes) {
    throw functionErrors.bodyTooLarge(bodyLimitBytes);
  }
  return deployed;
}

/**
 * Sends a request to a process of the function that its path names.
 *
 * @throws FunctionError
 */
export async function invokeFunction(deps: InvokeDeps, c: Context<ServiceEnv>): Promise<Response> {
  const { incoming, outgoing } = c.env as HttpBindings;
  const path = pathOf(incoming);
  const deployed = await findAllowed(deps, c, path);
  const gone = clientGoneSignal(outgoing);
  const lease = await deps.workersOf(deployed).lease();
  if (gone.aborted) {
    lease.release();
    throw functionErrors.clientGone();
  }
  const { bodyLimitBytes, limits } = deps.config;
  return relay(
    lease.process,
    {
      incoming,
      path,
      requestId: c.get('requestId'),
      clientAddress: c.get('clientAddress'),
      protocol: deps.publicUrl.startsWith('https:') ? 'https' : 'http',
      bodyLimitBytes,
      answerTimeoutMs: limits.idleTimeoutMs,
      gone,
    },
    lease.release,
  );
}
