import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { openPort } from './open-port.ts';

/** How long connections wait for a process that is being replaced; a start takes less. */
const HOLD_MS = 5_000;
/** More are answered at once, so that what waits cannot use up the process's open files. */
const MAX_HELD = 1_000;

/** A process that serves connections. */
export interface Receiver {
  /** Whether it answered lately; one that hangs gets connections only where there is no other. */
  readonly isResponsive: () => boolean;
  readonly give: (socket: Socket) => void;
  /** The connections that it was given and, having ended, never received. */
  readonly takeBack: () => Socket[];
}

export interface Dispatcher {
  listen(host: string, port: number): Promise<number>;
  add(receiver: Receiver): void;
  remove(receiver: Receiver): void;
  /** Stops accepting connections and ends those that no process has. */
  close(): void;
}

/** Answers while no process serves: the truth to those who watch, and to others to try again. */
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
 * Accepts the connections of a server and gives each to one of its processes in turn. The port stays
 * open whatever happens to them: connections wait while a process is replaced, and are answered with
 * 503 when that takes long.
 *
 * @param explain why no process serves, in plain words
 */
export function createDispatcher(explain: () => string): Dispatcher {
  const receivers: Receiver[] = [];
  const held = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    dispatch(socket);
  });
  const unavailable = createHttpServer(answerUnavailable(explain));
  // Node watches the time that headers take from this event on, which `listen` would emit.
  unavailable.emit('listening');
  let holdsUntilMs = 0;
  let holdTimer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function refuse(socket: Socket): void {
    unavailable.emit('connection', socket);
    socket.resume();
  }

  function dispatch(socket: Socket): void {
    if (isClosed) {
      socket.destroy();
      return;
    }
    const chosen = receivers.find(({ isResponsive }) => isResponsive()) ?? receivers[0];
    if (chosen !== undefined) {
      // The next connection is another process's.
      receivers.push(...receivers.splice(receivers.indexOf(chosen), 1));
      chosen.give(socket);
    } else if (performance.now() > holdsUntilMs || held.size >= MAX_HELD) {
      refuse(socket);
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
    holdTimer = setTimeout(() => releaseHeld(refuse), HOLD_MS);
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
