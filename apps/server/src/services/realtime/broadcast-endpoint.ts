import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { isClientGone } from '../../platform/http/client-gone.ts';
import { createBodyLimit } from '../../platform/http/limit-body.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import { TokenError } from '../../platform/identity/access-token.ts';
import { ApiKeyError, type Caller, type CallerResolver } from '../../platform/identity/caller.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { Broadcasts } from './channels/broadcasts.ts';
import { topicKey } from './channels/channel.ts';
import type { Policies } from './channels/policies.ts';
import { limitKeyOf } from './channels/authentication.ts';
import type { Topics } from './channels/topics.ts';
import { RealtimeError, realtimeErrors } from './errors.ts';
import type { Broadcast } from './protocol/message.ts';

const MAX_MESSAGES = 100;

const messages = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown().optional(),
        private: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(MAX_MESSAGES),
});

interface BroadcastEndpointDeps {
  readonly callers: CallerResolver;
  readonly policies: Policies;
  readonly topics: Topics;
  readonly broadcasts: Broadcasts;
  readonly maxMessageBytes: number;
}

interface TopicMessage {
  readonly isPrivate: boolean;
  readonly topic: string;
  readonly broadcast: Broadcast;
}

const toJsonContent = (value: unknown): Broadcast['content'] => ({
  kind: 'json',
  text: JSON.stringify(value ?? {}),
});

/** Broadcasts over HTTP, for callers without a socket. */
export function createBroadcastEndpoint(deps: BroadcastEndpointDeps): Hono<ServiceEnv> {
  const { callers, policies, topics, broadcasts } = deps;
  const app = new Hono<ServiceEnv>();
  app.use(createBodyLimit(deps.maxMessageBytes));

  const callerOf = (c: Context<ServiceEnv>): Promise<Caller> =>
    callers.resolve(c.req.header('apikey') ?? c.req.query('apikey'), c.req.header('authorization'));

  /** @throws RealtimeError when the topic's limit or the send queue is exceeded */
  function send({ isPrivate, topic, broadcast }: TopicMessage): void {
    const key = topicKey(isPrivate, topic);
    const isWithinLimit = topics.takeMessage(key);
    if (!isWithinLimit || !broadcasts.send(key, broadcast, null))
      throw realtimeErrors.tooManyMessages();
  }

  async function maySend(caller: Caller, { isPrivate, topic }: TopicMessage): Promise<boolean> {
    if (!isPrivate) return true;
    // Anonymous callers share one limit key per role.
    const limitKey = limitKeyOf(caller, caller.role);
    const rights = await policies.check({ caller, limitKey, isNeeded: () => true }, topic);
    return rights.write.broadcast;
  }

  app.post('/api/broadcast', async (c) => {
    const caller = await callerOf(c);
    const parsed = messages.safeParse(tryParseJson(await c.req.text()));
    if (!parsed.success) {
      const errors = parsed.error.issues.map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      );
      return c.json({ errors }, 422);
    }
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      const broadcast = { event, content: toJsonContent(payload) };
      const message = { isPrivate: isPrivate ?? false, topic, broadcast };
      // As on a hosted project: messages that the caller may not send are skipped.
      if (await maySend(caller, message)) send(message);
    }
    return c.body(null, 202);
  });

  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const caller = await callerOf(c);
    const { topic, event } = c.req.param();
    const isBinary = c.req.header('content-type')?.startsWith('application/octet-stream');
    const body = Buffer.from(await c.req.arrayBuffer());
    const content = isBinary === true ? ({ kind: 'binary', bytes: body } as const) : readJson(body);
    if (content === null) return c.json({ error: 'The body is not JSON' }, 422);
    const isPrivate = c.req.query('private') === 'true';
    const message = { isPrivate, topic, broadcast: { event, content } };
    if (!(await maySend(caller, message))) {
      return c.json({ error: realtimeErrors.notWritable(topic).reason }, 403);
    }
    send(message);
    return c.body(null, 202);
  });

  app.onError((error, c) => {
    if (error instanceof ApiKeyError || error instanceof TokenError) {
      return c.json({ message: error.message }, 401);
    }
    if (isClientGone(error)) return c.json({ error: 'The request was cut off' }, 400);
    if (!(error instanceof RealtimeError)) throw error;
    const isRateLimit = error.code === realtimeErrors.tooManyMessages().code;
    return c.json({ error: error.reason }, isRateLimit ? 429 : 503);
  });
  return app;
}

function readJson(body: Buffer): Broadcast['content'] | null {
  const value = tryParseJson(body.toString());
  return value === undefined ? null : toJsonContent(value);
}
