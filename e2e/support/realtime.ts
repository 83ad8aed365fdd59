import { expect, type Page, type WebSocketRoute } from '@playwright/test';

const SOCKETS = /\/realtime\/v1\//;
/** A slow machine may take its time to begin, and only to begin. */
const BEGIN_TIMEOUT_MS = 30_000;

/** What the realtime sockets of a page do. */
export interface WatchedSockets {
  opened: () => number;
  /** Waits until the service has confirmed so many subscriptions to changes. */
  untilSubscribed: (times: number) => Promise<void>;
  /** Waits until the private channel has been joined so many times. */
  untilPresent: () => Promise<void>;
  untilClosed: () => Promise<void>;
  /** Closes all there are, and every new one at once, until `mend`. */
  cut: () => Promise<void>;
  mend: () => void;
}

/** Stands between a page and the service from its first address on. */
export async function watchSockets(page: Page): Promise<WatchedSockets> {
  const open = new Set<WebSocketRoute>();
  const received: string[] = [];
  let opened = 0;
  let isOffline = false;

  await page.routeWebSocket(SOCKETS, (socket) => {
    opened += 1;
    if (isOffline) {
      void socket.close();
      return;
    }
    open.add(socket);
    const service = socket.connectToServer();
    service.onMessage((message) => {
      received.push(message.toString());
      socket.send(message);
    });
    socket.onClose((code, reason) => {
      open.delete(socket);
      void service.close({
        ...(code === undefined ? {} : { code }),
        ...(reason ? { reason } : {}),
      });
    });
    service.onClose(() => {
      open.delete(socket);
      void socket.close();
    });
  });

  const untilReceived = (text: string, times: number) =>
    expect
      .poll(() => received.filter((message) => message.includes(text)).length, {
        timeout: BEGIN_TIMEOUT_MS,
      })
      .toBeGreaterThanOrEqual(times);

  return {
    opened: () => opened,
    untilSubscribed: (times) => untilReceived('Subscribed to PostgreSQL', times),
    untilPresent: () => untilReceived('presence_state', 1),
    untilClosed: () => expect.poll(() => open.size, { timeout: BEGIN_TIMEOUT_MS }).toBe(0),
    async cut() {
      isOffline = true;
      const sockets = [...open];
      open.clear();
      await Promise.all(sockets.map((socket) => socket.close()));
    },
    mend() {
      isOffline = false;
    },
  };
}

/** A service without realtime: every socket is closed as soon as it is opened. */
export async function withoutRealtime(page: Page): Promise<void> {
  await page.routeWebSocket(SOCKETS, (socket) => socket.close());
}
