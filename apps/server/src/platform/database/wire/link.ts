import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { ConnectionSettings } from '../connection-settings.ts';
import { isLocalHost } from '../../hosts.ts';
import { MessageWriter } from './message-writer.ts';

const SSL_REQUEST_CODE = 80_877_103;
const KEEP_ALIVE_DELAY_MS = 30_000;
const YES = 'S'.charCodeAt(0);

/** A connection to Postgres before the login. */
export interface Link {
  readonly socket: Socket;
  /** Whether the server's identity is proven before the login: it is on this machine, or its certificate was verified. */
  readonly isProven: boolean;
}

export type Encryption = 'none' | 'preferred' | 'required';

function waitFor(socket: Socket, event: 'connect' | 'secureConnect' | 'data'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.off('error', fail).off('close', lost).off(event, done);
    };
    const fail = (error: Error) => {
      stop();
      reject(error);
    };
    const lost = () => fail(new Error('the connection was closed'));
    const done = (data: Buffer) => {
      stop();
      resolve(data);
    };
    socket.once('error', fail).once('close', lost).once(event, done);
  });
}

/** Whether the certificate of the server is verified. */
const isVerified = ({ sslMode }: ConnectionSettings) =>
  sslMode === 'verify-ca' || sslMode === 'verify-full';

/** Closes a connection and ignores its errors. */
export function discard(socket: Socket): void {
  socket.on('error', () => undefined).destroy();
}

function tlsOptions(settings: ConnectionSettings, socket: Socket): ConnectionOptions {
  const { host, sslMode } = settings;
  return {
    socket,
    host,
    ...(isIP(host) === 0 && !host.startsWith('/') ? { servername: host } : {}),
    ...(settings.rootCertificate === undefined ? {} : { ca: settings.rootCertificate }),
    ...(settings.clientCertificate === undefined ? {} : { cert: settings.clientCertificate }),
    ...(settings.clientKey === undefined ? {} : { key: settings.clientKey }),
    rejectUnauthorized: isVerified(settings),
    // verify-ca verifies the signature of the certificate, but not its host name.
    ...(sslMode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    minVersion: 'TLSv1.2',
  };
}

/** Requests encryption before the login. Returns null when the server has no TLS. */
async function encrypt(socket: Socket, settings: ConnectionSettings): Promise<Socket | null> {
  socket.write(new MessageWriter().begin('').int32(SSL_REQUEST_CODE).end().take());
  const answer = await waitFor(socket, 'data');
  // An attacker can have added further bytes, which would be read as if they had been encrypted.
  if (answer.length !== 1)
    throw new Error('the server sent more than its response to the TLS request');
  if (answer[0] !== YES) return null;
  const encrypted = connectTls(tlsOptions(settings, socket));
  await waitFor(encrypted, 'secureConnect');
  return encrypted;
}

/**
 * Connects, and encrypts the connection if the settings require it.
 *
 * @throws Error when the server cannot be reached or has no TLS although the settings require it; `signal.reason`
 */
export async function openLink(
  settings: ConnectionSettings,
  encryption: Encryption,
  signal: AbortSignal,
): Promise<Link> {
  const { host, port } = settings;
  const isUnix = host.startsWith('/');
  const socket = isUnix
    ? connectTcp(`${host}/.s.PGSQL.${port}`)
    : connectTcp({
        host,
        port,
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS,
      });
  const giveUp = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await waitFor(socket, 'connect');
    const isLocal = isUnix || isLocalHost(socket.remoteAddress ?? '');
    if (encryption === 'none') return { socket, isProven: isLocal };
    const encrypted = await encrypt(socket, settings);
    if (encrypted === null) {
      if (encryption === 'required') throw new Error('the server does not support TLS');
      return { socket, isProven: isLocal };
    }
    return { socket: encrypted, isProven: isLocal || isVerified(settings) };
  } catch (error) {
    discard(socket);
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
