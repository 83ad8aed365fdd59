import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { readBody } from './request-body.ts';
import type { AuthEnv } from './route.ts';

const BODY = '{"token":"t","email":"e"}';

test('The body of a request is parsed once for the captcha check and the route', async () => {
  const app = new Hono<AuthEnv>();
  app.post('/', async (c) => {
    const { token } = await readBody(c, z.object({ token: z.string() }));
    const { email } = await readBody(c, z.object({ email: z.string() }));
    return c.text(`${token} ${email}`);
  });
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());

  const response = await app.request('/', { method: 'POST', body: BODY });

  expect(await response.text()).toBe('t e');
  // Libraries call JSON.parse for their own texts.
  expect(parse.mock.calls.filter(([text]) => text === BODY)).toHaveLength(1);
});
