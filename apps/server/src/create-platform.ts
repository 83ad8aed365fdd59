import type { Config } from './config/config.ts';
import { createIdentity } from './create-identity.ts';
import { DatabasePools } from './database-pools.ts';
import { systemClock, type Clock } from './platform/runtime/clock.ts';
import { toDatabaseUrl } from './platform/database/database-url.ts';
import { SHARED_STATE_ROLE } from './platform/database/service-roles.ts';
import { createQueryWatch } from './platform/database/watch-queries.ts';
import type { Logger } from './platform/logger.ts';
import { createOutboxMailer, createSmtpMailer, type Mailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics.ts';
import { createSharedState } from './platform/shared/shared-state.ts';
import type { SmsGateway } from './platform/sms/sms-gateway.ts';
import { createTwilioGateway } from './platform/sms/twilio.ts';
import type { Overrides, ServerState } from './server-state.ts';
import type { Platform } from './services.ts';

function createMailer({ mail }: Config, clock: Clock, logger: Logger): Mailer {
  return mail.smtpUrl === null
    ? createOutboxMailer(mail.outboxDir, mail.from, clock, logger)
    : createSmtpMailer(mail.smtpUrl, mail.from);
}

function createSmsGateway({ sms }: Config, clock: Clock): SmsGateway | null {
  return sms.twilio === null ? null : createTwilioGateway(sms.twilio, clock);
}

/** Creates the parts that services share. The caller closes them after the services. */
export async function createPlatform(
  config: Config,
  state: ServerState,
  logger: Logger,
  metrics: Metrics,
  overrides: Overrides,
): Promise<Omit<Platform, 'port'> & { close(deadline: AbortSignal): Promise<void> }> {
  const clock = overrides.clock ?? systemClock;
  const { slowQueryMs, url } = config.database;
  const queries = createQueryWatch({ slowQueryMs, logger, metrics });
  const pools = new DatabasePools(state.connection, config, queries);
  const shared = createSharedState({
    connection: state.connection,
    processes: config.http.workers,
    isSharedDatabase: url !== null,
    clock,
    logger,
  });
  const sql = pools.open(SHARED_STATE_ROLE, { name: 'identity', maxConnections: 1 });
  const identity = await createIdentity({ config, state, sql, shared, clock, logger });
  return {
    ...identity,
    config,
    shared,
    mailer: overrides.mailer ?? createMailer(config, clock, logger),
    sms: overrides.sms ?? createSmsGateway(config, clock),
    metrics,
    clock,
    logger,
    apiKeys: state.apiKeys,
    databaseUrl: toDatabaseUrl(state.connection),
    poolSizeOf: (role) => pools.sizeOf(role),
    openPoolAs: (role, maxConnections, statementTimeoutMs) =>
      pools.open(role, { maxConnections, statementTimeoutMs }),
    openWirePoolAs: (role, options) => pools.openWire(role, options),
    openLogAs: (role) => pools.openLog(role),
    async close(deadline) {
      await identity.close();
      await shared.close(deadline);
      await pools.close();
    },
  };
}
