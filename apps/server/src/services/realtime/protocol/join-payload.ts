import { z } from 'zod';
import type { JsonObject } from '../../../platform/json.ts';
import { refusals } from '../errors.ts';

const MAX_BINDINGS = 100;
const MAX_REPLAYED = 25;
/** What a join says is kept for as long as its channel is there. */
const MAX_JOIN_CHARACTERS = 65_536;

const binding = z
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
      postgres_changes: z.array(binding).max(MAX_BINDINGS).nullish(),
      private: z.boolean().nullish(),
    })
    .prefault({}),
  access_token: z.string().nullish(),
});

/** One wish to hear of changes, in the client's own words, which it wants to hear again. */
export type ChangesBinding = z.output<typeof binding>;

export interface JoinConfig {
  readonly isPrivate: boolean;
  readonly acknowledges: boolean;
  readonly hearsItself: boolean;
  /** Whether the client asks for a system message once messages of the database reach it. */
  readonly wantsReplicationReady: boolean;
  readonly replay: { readonly sinceMs: number; readonly limit: number } | null;
  readonly presence: { readonly key: string | null; readonly enabled: boolean };
  readonly bindings: readonly ChangesBinding[];
  readonly accessToken: string | null;
}

/** @throws RefusalError */
export function readJoinPayload(topic: string, payload: JsonObject): JoinConfig {
  if (topic.length + JSON.stringify(payload).length > MAX_JOIN_CHARACTERS) {
    throw refusals.badJoin(`A join may have at most ${MAX_JOIN_CHARACTERS} characters`);
  }
  const parsed = joinPayload.safeParse(payload);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusals.badJoin(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { config, access_token: accessToken } = parsed.data;
  const { broadcast, presence, postgres_changes: bindings } = config;
  return {
    isPrivate: config.private ?? false,
    acknowledges: broadcast.ack,
    hearsItself: broadcast.self,
    wantsReplicationReady: broadcast.replication_ready,
    replay: readReplay(broadcast.replay, config.private ?? false),
    presence: {
      key: presence.key === '' ? null : (presence.key ?? null),
      enabled: presence.enabled,
    },
    bindings: bindings ?? [],
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
  if (!isValid || !isPrivate) throw refusals.badReplay();
  return { sinceMs: since, limit: Math.min(limit, MAX_REPLAYED) };
}
