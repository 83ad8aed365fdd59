import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection } from '../wire/connect.ts';
import type { Notification } from '../wire/statement-result.ts';
import { WireConnection } from '../wire/wire-connection.ts';
import { Identifiers } from './query.ts';

const KEEP_ALIVE_MS = 10_000;
const FIRST_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 1_000;

interface Subscription {
  readonly receive: (payload: string) => void;
  readonly onListening: () => void;
}

/** Listens to channels on a connection of its own, and reconnects when it is lost. */
export class NotificationListener {
  readonly #settings: ConnectionSettings;
  readonly #applicationName: string;
  readonly #byChannel = new Map<string, Subscription[]>();
  #connection: WireConnection | null = null;
  #opening: Promise<WireConnection> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(settings: ConnectionSettings, applicationName: string) {
    this.#settings = settings;
    this.#applicationName = applicationName;
  }

  /**
   * `onListening` is called after each connect, because earlier notifications may have been missed.
   *
   * @throws ConnectionError, DatabaseError when the first connect fails; the listener does not retry then
   */
  async listen(channel: string, subscription: Subscription): Promise<void> {
    const connection = await this.#open();
    await connection.runText(`listen ${new Identifiers([channel]).text}`);
    this.#byChannel.set(channel, [...(this.#byChannel.get(channel) ?? []), subscription]);
    subscription.onListening();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#opening?.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  #open(): Promise<WireConnection> {
    if (this.#connection !== null) return Promise.resolve(this.#connection);
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #connect(): Promise<WireConnection> {
    const opened = await openConnection(this.#settings, {
      application_name: this.#applicationName,
    });
    opened.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const connection = new WireConnection(opened, {
      onClose: () => this.#reconnect(),
      onNotification: (notification) => this.#receive(notification),
    });
    this.#connection = connection;
    return connection;
  }

  #receive({ channel, payload }: Notification): void {
    for (const { receive } of this.#byChannel.get(channel) ?? []) receive(payload);
  }

  #reconnect(): void {
    this.#connection = null;
    if (this.#closed) return;
    const delayMs = Math.min(FIRST_RECONNECT_MS * 2 ** this.#failures, MAX_RECONNECT_MS);
    this.#timer = setTimeout(() => void this.#listenAgain(), delayMs).unref();
  }

  async #listenAgain(): Promise<void> {
    try {
      const connection = await this.#open();
      for (const channel of this.#byChannel.keys()) {
        await connection.runText(`listen ${new Identifiers([channel]).text}`);
      }
    } catch {
      this.#failures += 1;
      // A lost connection schedules the next attempt itself.
      if (this.#connection === null) this.#reconnect();
      return;
    }
    this.#failures = 0;
    for (const { onListening } of [...this.#byChannel.values()].flat()) onListening();
  }
}
