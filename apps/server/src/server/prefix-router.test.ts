import { Hono } from 'hono';
import { SmartRouter } from 'hono/router/smart-router';
import { expect, test, vi } from 'vitest';
import { createPrefixRouter } from './prefix-router.ts';

/** Two services, the first with patterns that are too much for Hono's quick router. */
function createApp() {
  const app = new Hono({ router: createPrefixRouter(['/first/v1', '/second/v1']) });
  app.use(async (context, next) => {
    await next();
    context.header('x-seen', 'yes');
  });
  const first = new Hono();
  first.get('/things/new', (context) => context.text('a new thing'));
  first.get('/things/:id', (context) => context.text(`thing ${context.req.param('id')}`));
  first.get('/:kind/new', (context) => context.text(`a new ${context.req.param('kind')}`));
  const second = new Hono();
  second.all('/*', (context) => context.text(`second ${context.req.path}`));
  app.route('/first/v1', first);
  app.route('/second/v1', second);
  app.get('/page', (context) => context.text('page'));
  app.notFound((context) => context.text('nothing', 404));
  return app;
}

test.each([
  ['/first/v1/things/new', 'a new thing'],
  ['/first/v1/things/7', 'thing 7'],
  ['/first/v1/toys/new', 'a new toys'],
  ['/first/v1/toys', 'nothing'],
  ['/first/v1', 'nothing'],
  ['/first/v1b/things/7', 'nothing'],
  ['/second/v1/first/v1/things/7', 'second /second/v1/first/v1/things/7'],
  ['/second/v1', 'second /second/v1'],
  ['/page', 'page'],
])('%s is answered as by one router for all, after the middleware of all', async (path, text) => {
  const answer = await createApp().request(path);
  expect(await answer.text()).toBe(text);
  expect(answer.headers.get('x-seen')).toBe('yes');
});

test('A service with simple patterns keeps the quick router beside one without', async () => {
  const match = vi.spyOn(SmartRouter.prototype, 'match');
  await createApp().request('/second/v1/anything');
  const used = match.mock.contexts.at(-1) as SmartRouter<unknown>;
  expect(used.activeRouter.name).toBe('RegExpRouter');
  match.mockRestore();
});
