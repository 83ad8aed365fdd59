import { expect, type Page, type WebSocketRoute } from '@playwright/test';

const SOCKETS = /\/realtime\/v1\//;
/** Only the first subscription is slow on a slow machine. */
const BEGIN_TIMEOUT_MS = 30_000;

/** Watches and controls the realtime sockets of a page. */
export interface WatchedSockets {
  opened: () => number;
  /** Waits until the service has confirmed this number of subscriptions to changes. */
  untilSubscribed: (times: number) => Promise<void>;
  /** Waits until the page has joined the private channel. */
  untilPresent: () => Promise<void>;
  untilClosed: () => Promise<void>;
  /** Closes all sockets and each new one, until `mend` is called. */
  cut: () => Promise<void>;
  mend: () => void;
}

/** Routes the sockets of a page through the test. Call it before the first navigation. */
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
