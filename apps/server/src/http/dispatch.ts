import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { openPort } from './open-port.ts';

/** The maximum wait of a connection for a worker that is being replaced. A start takes less. */
const HOLD_MS = 8_000;
/** Further connections receive 503 at once, so that waiting ones cannot exhaust the file descriptors. */
const MAX_HELD = 1_000;

/** A process that serves connections. */
export interface Receiver {
  /** Whether it has answered recently. A process that hangs gets connections only when there is no other. */
  isResponsive(): boolean;
  readonly give: (socket: Socket) => void;
  /** The connections that an ended process was given and has not received. */
  readonly takeBack: () => Socket[];
}

export interface Dispatcher {
  listen(host: string, port: number): Promise<number>;
  add(receiver: Receiver): void;
  remove(receiver: Receiver): void;
  /** Stops accepting connections and closes the waiting ones. */
  close(): void;
}

/** Responds while no worker serves: health checks get the reason, other requests get 503. */
function answerUnavailable(explain: () => string): RequestListener {
  return (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const isAlive = path === '/health/live';
    const body = isAlive
      ? { status: 'ok' }
      : path === '/health/ready'
        ? { status: 'unavailable', causes: { server: explain() } }
        : { code: 'unavailable', message: 'The server is restarting. Try again in a moment.' };
    request.resume();
    response
      .writeHead(isAlive ? 200 : 503, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'Access-Control-Allow-Origin': '*',
        'Retry-After': '1',
        Connection: 'close',
      })
      .end(JSON.stringify(body));
  };
}

/**
 * Accepts the connections of a server and distributes them to its workers, round-robin. The port stays
 * open when a worker ends: connections wait until it is replaced, and receive 503 when that takes too
 * long.
 *
 * @param explain returns the reason why no worker serves, for an operator
 */
export function createDispatcher(explain: () => string): Dispatcher {
  const receivers: Receiver[] = [];
  const held = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    dispatch(socket);
  });
  const unavailable = createHttpServer(answerUnavailable(explain));
  // `listen` would emit this event. Node enforces its timeout for headers from this event on.
  unavailable.emit('listening');
  let holdsUntilMs = 0;
  let holdTimer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function respondUnavailable(socket: Socket): void {
    unavailable.emit('connection', socket);
    socket.resume();
  }

  function dispatch(socket: Socket): void {
    if (isClosed) {
      socket.destroy();
      return;
    }
    const chosen = receivers.find((receiver) => receiver.isResponsive()) ?? receivers[0];
    if (chosen !== undefined) {
      // The next connection goes to another process.
      receivers.push(...receivers.splice(receivers.indexOf(chosen), 1));
      chosen.give(socket);
    } else if (performance.now() > holdsUntilMs || held.size >= MAX_HELD) {
      respondUnavailable(socket);
    } else {
      held.add(socket);
    }
  }

  function releaseHeld(to: (socket: Socket) => void): void {
    const released = [...held];
    held.clear();
    for (const socket of released) to(socket);
  }

  function hold(): void {
    holdsUntilMs = performance.now() + HOLD_MS;
    holdTimer = setTimeout(() => releaseHeld(respondUnavailable), HOLD_MS);
  }

  return {
    async listen(host, port) {
      const opened = await openPort(server, host, port);
      hold();
      return opened;
    },
    add(receiver) {
      receivers.push(receiver);
      if (holdTimer !== null) clearTimeout(holdTimer);
      releaseHeld(dispatch);
    },
    remove(receiver) {
      const index = receivers.indexOf(receiver);
      if (index === -1) return;
      receivers.splice(index, 1);
      if (receivers.length === 0) hold();
      for (const socket of receiver.takeBack()) dispatch(socket);
    },
    close() {
      isClosed = true;
      if (holdTimer !== null) clearTimeout(holdTimer);
      server.close();
      releaseHeld((socket) => socket.destroy());
      unavailable.close();
      unavailable.closeAllConnections();
    },
  };
}
