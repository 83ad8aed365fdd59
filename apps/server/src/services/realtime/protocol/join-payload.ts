import { z } from 'zod';
import type { JsonObject } from '../../../platform/json.ts';
import { realtimeErrors } from '../errors.ts';

const MAX_SUBSCRIPTIONS = 100;
const MAX_REPLAYED = 25;
/** A channel keeps its join payload in memory. */
const MAX_JOIN_CHARACTERS = 65_536;

const subscription = z
  .object({
    event: z.string().default('*'),
    schema: z.string().optional(),
    table: z.string().optional(),
    filter: z.string().nullish(),
    select: z.array(z.string()).nullish(),
  })
  .loose();

const joinPayload = z.object({
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().default(false),
          self: z.boolean().default(false),
          replication_ready: z.boolean().default(false),
          replay: z
            .object({ since: z.number(), limit: z.number().optional() })
            .nullish()
            .catch({ since: Number.NaN }),
        })
        .prefault({}),
      presence: z
        .object({ key: z.string().nullish(), enabled: z.boolean().default(true) })
        .prefault({}),
      postgres_changes: z.array(subscription).max(MAX_SUBSCRIPTIONS).nullish(),
      private: z.boolean().nullish(),
    })
    .prefault({}),
  access_token: z.string().nullish(),
});

/** One requested subscription to changes, as the client sent it. The reply repeats it. */
export type SubscriptionRequest = z.output<typeof subscription>;

export interface JoinConfig {
  readonly isPrivate: boolean;
  readonly acknowledges: boolean;
  readonly receivesOwn: boolean;
  /** Whether the client requests a system message once notifications of the database arrive. */
  readonly wantsReplicationReady: boolean;
  readonly replay: { readonly sinceMs: number; readonly limit: number } | null;
  readonly presence: { readonly key: string | null; readonly enabled: boolean };
  readonly subscriptions: readonly SubscriptionRequest[];
  readonly accessToken: string | null;
}

/** @throws RealtimeError */
export function readJoinPayload(topic: string, payload: JsonObject): JoinConfig {
  if (topic.length + JSON.stringify(payload).length > MAX_JOIN_CHARACTERS) {
    throw realtimeErrors.badJoin(`A join may have at most ${MAX_JOIN_CHARACTERS} characters`);
  }
  const parsed = joinPayload.safeParse(payload);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw realtimeErrors.badJoin(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { config, access_token: accessToken } = parsed.data;
  const { broadcast, presence, postgres_changes: subscriptions } = config;
  return {
    isPrivate: config.private ?? false,
    acknowledges: broadcast.ack,
    receivesOwn: broadcast.self,
    wantsReplicationReady: broadcast.replication_ready,
    replay: readReplay(broadcast.replay, config.private ?? false),
    presence: {
      key: presence.key === '' ? null : (presence.key ?? null),
      enabled: presence.enabled,
    },
    subscriptions: subscriptions ?? [],
    accessToken: accessToken ?? null,
  };
}

function readReplay(
  replay: { since: number; limit?: number | undefined } | null | undefined,
  isPrivate: boolean,
): JoinConfig['replay'] {
  if (replay === null || replay === undefined) return null;
  const { since, limit = MAX_REPLAYED } = replay;
  const isValid = Number.isFinite(since) && Number.isInteger(limit) && limit > 0;
  if (!isValid || !isPrivate) throw realtimeErrors.badReplay();
  return { sinceMs: since, limit: Math.min(limit, MAX_REPLAYED) };
}
