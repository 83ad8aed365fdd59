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
import { payerOf } from './channels/who.ts';
import type { Topics } from './channels/topics.ts';
import { RefusalError, refusals } from './errors.ts';
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

interface Said {
  readonly isPrivate: boolean;
  readonly topic: string;
  readonly broadcast: Broadcast;
}

const asJson = (value: unknown): Broadcast['content'] => ({
  kind: 'json',
  text: JSON.stringify(value ?? {}),
});

/** What is said to topics by whoever has no socket. */
export function createBroadcastEndpoint(deps: BroadcastEndpointDeps): Hono<ServiceEnv> {
  const { callers, policies, topics, broadcasts } = deps;
  const app = new Hono<ServiceEnv>();
  app.use(createBodyLimit(deps.maxMessageBytes));

  const callerOf = (context: Context<ServiceEnv>): Promise<Caller> =>
    callers.resolve(
      context.req.header('apikey') ?? context.req.query('apikey'),
      context.req.header('authorization'),
    );

  /** @throws RefusalError when there is too much of it */
  function say({ isPrivate, topic, broadcast }: Said): void {
    const key = topicKey(isPrivate, topic);
    const isWithinLimit = topics.takeMessage(key);
    if (!isWithinLimit || !broadcasts.send(key, broadcast, null)) throw refusals.tooManyMessages();
  }

  async function maySay(caller: Caller, { isPrivate, topic }: Said): Promise<boolean> {
    if (!isPrivate) return true;
    const payer = payerOf(caller, caller.role);
    const rights = await policies.ask({ caller, payer, isWanted: () => true }, topic);
    return rights.write.broadcast;
  }

  app.post('/api/broadcast', async (context) => {
    const caller = await callerOf(context);
    const parsed = messages.safeParse(tryParseJson(await context.req.text()));
    if (!parsed.success) {
      const errors = parsed.error.issues.map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      );
      return context.json({ errors }, 422);
    }
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      const broadcast = { event, content: asJson(payload) };
      const said = { isPrivate: isPrivate ?? false, topic, broadcast };
      // As on a hosted project: what one may not say is not said, and the rest is.
      if (await maySay(caller, said)) say(said);
    }
    return context.body(null, 202);
  });

  app.post('/api/broadcast/:topic/events/:event', async (context) => {
    const caller = await callerOf(context);
    const { topic, event } = context.req.param();
    const isBinary = context.req.header('content-type')?.startsWith('application/octet-stream');
    const body = Buffer.from(await context.req.arrayBuffer());
    const content = isBinary === true ? ({ kind: 'binary', bytes: body } as const) : readJson(body);
    if (content === null) return context.json({ error: 'The body is not JSON' }, 422);
    const isPrivate = context.req.query('private') === 'true';
    const said = { isPrivate, topic, broadcast: { event, content } };
    if (!(await maySay(caller, said))) {
      return context.json({ error: refusals.notWritable(topic).reason }, 403);
    }
    say(said);
    return context.body(null, 202);
  });

  app.onError((error, context) => {
    if (error instanceof ApiKeyError || error instanceof TokenError) {
      return context.json({ message: error.message }, 401);
    }
    if (isClientGone(error)) return context.json({ error: 'The request was cut off' }, 400);
    if (!(error instanceof RefusalError)) throw error;
    const isTooMuch = error.code === refusals.tooManyMessages().code;
    return context.json({ error: error.reason }, isTooMuch ? 429 : 503);
  });
  return app;
}

function readJson(body: Buffer): Broadcast['content'] | null {
  const value = tryParseJson(body.toString());
  return value === undefined ? null : asJson(value);
}
