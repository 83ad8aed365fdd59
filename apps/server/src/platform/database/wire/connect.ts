import type { Socket } from 'node:net';
import type { ConnectionSettings } from '../connection-settings.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { discard, openLink, type Encryption } from './link.ts';
import { logIn, type Session } from './login.ts';
import { MessageWriter } from './message-writer.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CANCEL_REQUEST_CODE = 80_877_102;

export interface OpenedConnection {
  readonly socket: Socket;
  readonly settings: ConnectionSettings;
  readonly session: Session;
  /** The encryption in use, for cancel requests. */
  readonly encryption: Encryption;
}

/** The encryptions to try, in this order. The second is used only when the server rejects the first. */
function attemptsOf({ host, sslMode }: ConnectionSettings): readonly Encryption[] {
  // Postgres has no TLS on Unix sockets.
  if (host.startsWith('/')) return ['none'];
  switch (sslMode) {
    case 'disable':
      return ['none'];
    case 'allow':
      return ['none', 'required'];
    case 'prefer':
      return ['preferred', 'none'];
    default:
      return ['required'];
  }
}

function createDeadline(settings: ConnectionSettings) {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Error('the server did not respond in time')),
    settings.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  );
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

async function attempt(
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
  encryption: Encryption,
  signal: AbortSignal,
): Promise<OpenedConnection> {
  const link = await openLink(settings, encryption, signal);
  const closeSocket = () => link.socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', closeSocket, { once: true });
  try {
    const session = await logIn(link, settings, parameters);
    return { socket: link.socket, settings, session, encryption };
  } catch (error) {
    discard(link.socket);
    throw error;
  } finally {
    signal.removeEventListener('abort', closeSocket);
  }
}

/**
 * Opens a connection and logs in.
 *
 * @param parameters settings of the session, such as application_name
 * @throws ConnectionError
 */
export async function openConnection(
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<OpenedConnection> {
  const deadline = createDeadline(settings);
  let failure: unknown;
  try {
    for (const encryption of attemptsOf(settings)) {
      try {
        return await attempt(settings, parameters, encryption, deadline.signal);
      } catch (error) {
        // The error of the preferred encryption is more useful than that of the fallback.
        failure ??= error;
        if (!(error instanceof DatabaseError)) break;
      }
    }
  } finally {
    deadline.clear();
  }
  throw new ConnectionError('unreachable', { cause: failure });
}

/**
 * Sends a cancel request for a session over a separate connection. Resolves when the server has processed the
 * request. The protocol does not report whether a statement was canceled.
 *
 * @throws ConnectionError
 */
export async function requestCancel({
  settings,
  session,
  encryption,
}: Omit<OpenedConnection, 'socket'>): Promise<void> {
  const deadline = createDeadline(settings);
  try {
    const { socket } = await openLink(settings, encryption, deadline.signal);
    const closeSocket = () => socket.destroy();
    deadline.signal.addEventListener('abort', closeSocket, { once: true });
    socket.on('error', () => undefined).resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const writer = new MessageWriter().begin('').int32(CANCEL_REQUEST_CODE);
    socket.end(writer.int32(session.processId).int32(session.secretKey).end().take());
    await closed;
  } catch (error) {
    throw new ConnectionError('unreachable', { cause: error });
  } finally {
    deadline.clear();
  }
}
