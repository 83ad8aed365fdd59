import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { rateLimitKeyOfAddress } from '../../../platform/http/rate-limit-key.ts';
import type { Caller, CallerResolver } from '../../../platform/identity/caller.ts';
import { tryParseJson } from '../../../platform/json.ts';
import { storageErrors } from '../errors.ts';
import { decodePart } from '../names.ts';
import type { Place } from '../objects/object-row.ts';
import { SERVER, type StorageCall, type StorageContext } from '../storage-context.ts';

export const PREFIX = '/storage/v1';

export type StorageRequest = Context<ServiceEnv>;

export function incomingOf(context: StorageRequest): IncomingMessage {
  return (context.env as HttpBindings).incoming;
}

export function outgoingOf(context: StorageRequest): ServerResponse {
  return (context.env as HttpBindings).outgoing;
}

/** The path below the service's mount point as it was sent: what a name says must not change the route. */
function sentPath(context: StorageRequest): string {
  const path = (incomingOf(context).url ?? '').split('?', 1)[0] ?? '';
  return path.slice(PREFIX.length);
}

function describe(context: StorageRequest): StorageCall['acting']['request'] {
  const headers = Object.fromEntries(
    Object.entries(incomingOf(context).headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return { method: context.req.method, path: sentPath(context), headers };
}

function uploadLimitKeyOf({ role, claims }: Caller, context: StorageRequest): string | null {
  if (role === 'service_role') return null;
  return typeof claims.sub === 'string' ? claims.sub : addressOf(context);
}

const addressOf = (context: StorageRequest): string =>
  rateLimitKeyOfAddress(context.get('clientAddress'));

/** @throws StorageError for a request without a bearer token */
function checkBearer(authorization: string | undefined): void {
  if (authorization === undefined) throw storageErrors.missingHeader('authorization');
  if (!/^bearer +\S/i.test(authorization)) throw storageErrors.malformedToken();
}

/** On whose behalf a request acts. */
export function createCalls(
  storage: StorageContext,
  callers: CallerResolver,
  accessTokensEndWithSession: boolean,
) {
  return {
    /** @throws ApiKeyError, TokenError */
    callOf: async (context: StorageRequest): Promise<StorageCall> => {
      const apiKey = context.req.header('apikey') ?? context.req.query('apikey');
      const authorization = context.req.header('authorization');
      const caller = await callers.resolve(apiKey, authorization);
      if (apiKey === undefined) checkBearer(authorization);
      const uploadLimitKey = uploadLimitKeyOf(caller, context);
      const acting = { caller, request: describe(context) };
      return { ...storage, uploadLimitKey, needsSession: accessTokensEndWithSession, acting };
    },
    /** For a request with a token that another caller signed: it acts as that caller. */
    grantedCallOf: (
      context: StorageRequest,
      signer: Pick<Caller, 'role' | 'claims'>,
    ): StorageCall => {
      const caller = { ...signer, token: null };
      return {
        ...storage,
        uploadLimitKey: uploadLimitKeyOf(caller, context) ?? addressOf(context),
        needsSession: false,
        acting: { caller, request: describe(context) },
      };
    },
    /** For a request that needs no authentication. */
    serverCallOf: (context: StorageRequest): StorageCall => ({
      ...storage,
      uploadLimitKey: addressOf(context),
      needsSession: false,
      acting: { caller: SERVER, request: describe(context) },
    }),
  };
}

export type Calls = ReturnType<typeof createCalls>;

export function asksToReplace(context: StorageRequest): boolean {
  return context.req.header('x-upsert') === 'true';
}

/** The bucket and the name that follow a route. @throws StorageError InvalidKey */
export function placeAfter(context: StorageRequest, route: string): Place {
  const rest = sentPath(context).slice(route.length);
  const slash = rest.indexOf('/');
  const bucket = slash === -1 ? rest : rest.slice(0, slash);
  const name = slash === -1 ? '' : rest.slice(slash + 1);
  return { bucketId: decodePart(bucket), name: decodePart(name) };
}

/** The path of an object in a signed URL. The caller encodes it, as clients do. */
export function writePlace({ bucketId, name }: Place): string {
  return `${bucketId}/${name}`;
}

function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.map((part) => `/${String(part)}`).join('') ?? '';
  return `body${path} ${issue?.message ?? 'is not valid'}`;
}

/** @throws StorageError InvalidRequest */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw storageErrors.invalidRequest(explain(parsed.error));
  return parsed.data;
}

/** @throws StorageError InvalidRequest */
export async function readJson<Schema extends z.ZodType>(
  context: StorageRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  const body = text === '' ? {} : tryParseJson(text);
  if (body === undefined) {
    throw storageErrors.invalidRequest(
      "Body is not valid JSON but content-type is set to 'application/json'",
    );
  }
  return check(schema, body);
}
