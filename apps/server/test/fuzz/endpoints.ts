import { randomUUID } from 'node:crypto';

/** A route as Hono lists it, with the prefix of its service. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

export interface Endpoint {
  readonly method: string;
  /** A path without parameters. */
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Replaced in each request: a second upload to one path would leave the first one's bytes for an hour. */
export const UNIQUE = 'UNIQUE';

/** Services with one route for all paths. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  '/rest/v1/*': ['/rest/v1/', '/rest/v1/orders', '/rest/v1/profiles?select=*', '/rest/v1/rpc/none'],
  '/functions/v1/*': ['card-webhook', 'create-checkout', 'confirm-payment', 'none'].map(
    (name) => `/functions/v1/${name}`,
  ),
};
const METHODS: Readonly<Record<string, readonly string[]>> = { ALL: ['GET', 'POST', 'PATCH'] };
/** Values that pass the first checks of most endpoints. */
const JSON_BODY = JSON.stringify({
  email: 'fuzz@example.com',
  phone: '12125550100',
  password: 'correct horse 7',
  type: 'magiclink',
  token: '123456',
  data: { note: 'x'.repeat(2000) },
  prefix: '',
  prefixes: ['a.txt'],
  expiresIn: 60,
  messages: [{ topic: 'room', event: 'message', payload: {} }],
});
/** A completed upload of this route stays for a day. Without its headers, the upload is not created. */
const UPLOAD_BODY = 'x'.repeat(4000);

function toPath(pattern: string): string {
  return pattern
    .replaceAll(/:bucket(?:Id)?/g, 'papers')
    .replaceAll(/:topic|:event/g, 'room')
    .replaceAll(/:\w+/g, () => randomUUID())
    .replace(/\*$/, `${UNIQUE}.txt`);
}

function toEndpoints({ method, path }: Route): Endpoint[] {
  const isUpload = path.includes('/object/') || path.includes('/upload/');
  const body = isUpload ? UPLOAD_BODY : JSON_BODY;
  const headers = { 'Content-Type': isUpload ? 'text/plain' : 'application/json' };
  const paths = PATHS[path] ?? [toPath(path)];
  const methods = METHODS[method] ?? [method];
  return paths.flatMap((one) =>
    methods.map((name) => ({ method: name, path: one, body, headers })),
  );
}

/** Every endpoint of the five services; middleware, which matches all paths of a service, is none. */
export function listEndpoints(routes: readonly Route[]): Endpoint[] {
  const isService = ({ path }: Route): boolean => /^\/\w+\/v1\//.test(path);
  const isMiddleware = ({ method, path }: Route): boolean =>
    method === 'ALL' && path.endsWith('/*') && PATHS[path] === undefined;
  const endpoints = routes
    .filter((one) => isService(one) && !isMiddleware(one))
    .flatMap(toEndpoints);
  return [...new Map(endpoints.map((one) => [`${one.method} ${one.path}`, one])).values()];
}
