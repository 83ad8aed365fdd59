/** The server in one process without a supervisor: an uncaught error ends it. Sends its port and routes. */
import { Hono } from 'hono';
import { createServer, supervise } from '../../src/index.ts';
import type { Route } from './endpoints.ts';

const mounted: Route[] = [];
// The server mounts each service with `app.route`, so this sees the routes of all services.
type Mount = (this: Hono, prefix: string, app: Hono) => Hono;
const mount = Reflect.get(Hono.prototype, 'route') as Mount;
const recordRoutes: Mount = function recordRoutes(prefix, app) {
  for (const { method, path } of app.routes) mounted.push({ method, path: `${prefix}${path}` });
  return mount.call(this, prefix, app);
};
Reflect.set(Hono.prototype, 'route', recordRoutes);

const server = await createServer({ environment: process.env });
supervise(server);
process.send?.({ port: server.port, routes: mounted });
