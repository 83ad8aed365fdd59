import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Has `onDeparture` called once, when the client has its answer or has gone. */
export type WatchDeparture = (outgoing: ServerResponse, onDeparture: () => void) => void;

/**
 * Tells when requests are over. An answer that waits behind others on its
 * connection is never told that this was closed, so the connection is watched, too.
 */
export function createDepartures(): WatchDeparture {
  const onConnection = new WeakMap<Socket, Set<() => void>>();

  function openOn(socket: Socket): Set<() => void> {
    const known = onConnection.get(socket);
    if (known !== undefined) return known;
    const open = new Set<() => void>();
    onConnection.set(socket, open);
    socket.once('close', () => {
      for (const depart of open) depart();
    });
    return open;
  }

  return (outgoing, onDeparture) => {
    const { socket } = outgoing.req;
    const open = openOn(socket);
    const depart = () => {
      if (open.delete(depart)) onDeparture();
    };
    open.add(depart);
    outgoing.once('close', depart);
    if (socket.destroyed) depart();
  };
}
