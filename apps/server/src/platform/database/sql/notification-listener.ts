import { pause } from '../../runtime/pause.ts';
import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection } from '../wire/connect.ts';
import { runText } from '../wire/session-statements.ts';
import { WireConnection } from '../wire/wire-connection.ts';
import { Identifiers } from './query.ts';

const KEEP_ALIVE_MS = 10_000;
const MIN_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 1_000;

export interface Subscription {
  readonly channel: string;
  readonly receive: (payload: string) => void;
  /** Called after each connect, because notifications before it were missed. */
  readonly onListening: () => void;
  /** Called when a connect fails. The listener retries until it is closed. */
  readonly onError: (error: Error) => void;
}

/** Listens to channels on a connection of its own, which it replaces when it is lost. */
export class NotificationListener {
  readonly #settings: ConnectionSettings;
  readonly #applicationName: string;
  readonly #subscriptions: Subscription[] = [];
  readonly #closing = new AbortController();
  #connection: WireConnection | null = null;
  #isStarted = false;
  #delayMs = MIN_RECONNECT_MS;

  constructor(settings: ConnectionSettings, applicationName: string) {
    this.#settings = settings;
    this.#applicationName = applicationName;
  }

  listen(subscription: Subscription): void {
    this.#subscriptions.push(subscription);
    if (this.#connection !== null) {
      // When the connection is lost meanwhile, the next one subscribes again.
      this.#subscribe(this.#connection, subscription).catch(subscription.onError);
    } else if (!this.#isStarted) {
      this.#isStarted = true;
      void this.#run();
    }
  }

  close(): void {
    this.#closing.abort();
    this.#connection?.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#serve();
      } catch (error) {
        for (const { onError } of this.#subscriptions) onError(error as Error);
      }
      await pause(this.#delayMs, signal);
      this.#delayMs = Math.min(this.#delayMs * 2, MAX_RECONNECT_MS);
    }
  }

  /** Connects, subscribes, and resolves when the connection has ended. */
  async #serve(): Promise<void> {
    const opened = await openConnection(this.#settings, {
      application_name: this.#applicationName,
    });
    opened.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const ended = Promise.withResolvers<unknown>();
    const connection = new WireConnection(opened, {
      onClose: ended.resolve,
      onNotification: ({ channel, payload }) => {
        for (const one of this.#subscriptions) if (one.channel === channel) one.receive(payload);
      },
    });
    if (this.#closing.signal.aborted) {
      connection.close();
      return;
    }
    const present = [...this.#subscriptions];
    this.#connection = connection;
    try {
      for (const subscription of present) await this.#subscribe(connection, subscription);
      this.#delayMs = MIN_RECONNECT_MS;
      await ended.promise;
    } finally {
      this.#connection = null;
      connection.destroy();
    }
  }

  async #subscribe(connection: WireConnection, subscription: Subscription): Promise<void> {
    await runText(connection, `listen ${new Identifiers([subscription.channel]).text}`);
    subscription.onListening();
  }
}
