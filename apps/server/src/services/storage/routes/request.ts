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
import type { ObjectPath } from '../objects/object-row.ts';
import { SERVER, type StorageCall, type StorageContext } from '../storage-context.ts';

export const PREFIX = '/storage/v1';

export type StorageRequest = Context<ServiceEnv>;

export function incomingOf(c: StorageRequest): IncomingMessage {
  return (c.env as HttpBindings).incoming;
}

export function outgoingOf(c: StorageRequest): ServerResponse {
  return (c.env as HttpBindings).outgoing;
}

/** The raw path below the service's mount point. Decoding it first could change which route an object's name matches. */
function sentPath(c: StorageRequest): string {
  const path = (incomingOf(c).url ?? '').split('?', 1)[0] ?? '';
  return path.slice(PREFIX.length);
}

function describe(c: StorageRequest): StorageCall['acting']['request'] {
  const headers = Object.fromEntries(
    Object.entries(incomingOf(c).headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return { method: c.req.method, path: sentPath(c), headers };
}

function uploadLimitKeyOf({ role, claims }: Caller, c: StorageRequest): string | null {
  if (role === 'service_role') return null;
  return typeof claims.sub === 'string' ? claims.sub : addressOf(c);
}

const addressOf = (c: StorageRequest): string => rateLimitKeyOfAddress(c.get('clientAddress'));

/** @throws StorageError for a request without a bearer token */
function checkBearer(authorization: string | undefined): void {
  if (authorization === undefined) throw storageErrors.missingHeader('authorization');
  if (!/^bearer +\S/i.test(authorization)) throw storageErrors.malformedToken();
}

/** Creates the call of a request with its caller. */
export function createCalls(
  storage: StorageContext,
  callers: CallerResolver,
  accessTokensEndWithSession: boolean,
) {
  return {
    /** @throws ApiKeyError, TokenError */
    callOf: async (c: StorageRequest): Promise<StorageCall> => {
      const { headers } = incomingOf(c);
      const apiKey = headers.apikey?.toString() ?? c.req.query('apikey');
      const { authorization } = headers;
      const caller = await callers.resolve(apiKey, authorization);
      if (apiKey === undefined) checkBearer(authorization);
      const uploadLimitKey = uploadLimitKeyOf(caller, c);
      const acting = { caller, request: describe(c) };
      return { ...storage, uploadLimitKey, needsSession: accessTokensEndWithSession, acting };
    },
    /** For a signed URL: the request acts as the caller who signed it. */
    grantedCallOf: (c: StorageRequest, signer: Pick<Caller, 'role' | 'claims'>): StorageCall => {
      const caller = { ...signer, token: null };
      return {
        ...storage,
        uploadLimitKey: uploadLimitKeyOf(caller, c) ?? addressOf(c),
        needsSession: false,
        acting: { caller, request: describe(c) },
      };
    },
    /** For a request that needs no authentication. */
    serverCallOf: (c: StorageRequest): StorageCall => ({
      ...storage,
      uploadLimitKey: addressOf(c),
      needsSession: false,
      acting: { caller: SERVER, request: describe(c) },
    }),
  };
}

export type Calls = ReturnType<typeof createCalls>;

export function isUpsert(c: StorageRequest): boolean {
  return incomingOf(c).headers['x-upsert'] === 'true';
}

/** The bucket and the name after a route. @throws StorageError InvalidKey */
export function objectPathAfter(c: StorageRequest, route: string): ObjectPath {
  const rest = sentPath(c).slice(route.length);
  const slash = rest.indexOf('/');
  const bucket = slash === -1 ? rest : rest.slice(0, slash);
  const name = slash === -1 ? '' : rest.slice(slash + 1);
  return { bucketId: decodePart(bucket), name: decodePart(name) };
}

/** The path of an object in a signed URL. The caller encodes it, as clients do. */
export function formatObjectPath({ bucketId, name }: ObjectPath): string {
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
  c: StorageRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await c.req.text();
  const body = text === '' ? {} : tryParseJson(text);
  if (body === undefined) {
    throw storageErrors.invalidRequest(
      "Body is not valid JSON but content-type is set to 'application/json'",
    );
  }
  return check(schema, body);
}
