import { expect, test } from 'vitest';
import type { Sql } from '../../src/platform/database/connection.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createReplicationProbe } from '../../src/services/realtime/channels/replication-probe.ts';

/** Pub/sub over a connection that the test can interrupt. */
function createDouble() {
  const connection = { isAway: false, sent: 0 };
  let receive: (message: JsonObject) => void = () => undefined;
  return {
    connection,
    pubSub: {
      publish(_sql: unknown, _topic: string, message: JsonObject) {
        connection.sent += 1;
        if (!connection.isAway) receive(message);
        return Promise.resolve();
      },
      subscribe(_topic: string, handle: (message: JsonObject) => void) {
        receive = handle;
        return Promise.resolve(() => Promise.resolve());
      },
    },
  };
}

const open = ({ pubSub }: ReturnType<typeof createDouble>, timeoutMs: number) =>
  createReplicationProbe({ sql: {} as Sql, pubSub, logger: createLogger('silent'), timeoutMs });

test('A connection that is restored is ready after its next probe', async () => {
  const double = createDouble();
  double.connection.isAway = true;
  const probe = await open(double, 20_000);
  const ready = probe.whenReady();
  expect(double.connection.sent).toBe(1);
  double.connection.isAway = false;
  expect(await ready).toBe(true);
  await probe.close();
});

/** @covers realtime.14 */
test('A connection that stays lost is not ready after the timeout', async () => {
  const double = createDouble();
  double.connection.isAway = true;
  const probe = await open(double, 20);
  expect(await probe.whenReady()).toBe(false);
  await probe.close();
});

test('Concurrent channels share one probe', async () => {
  const double = createDouble();
  const probe = await open(double, 20_000);
  expect(await Promise.all([probe.whenReady(), probe.whenReady()])).toEqual([true, true]);
  expect(double.connection.sent).toBe(1);
  expect(await probe.whenReady()).toBe(true);
  expect(double.connection.sent).toBe(2);
  await probe.close();
});
