import { connect, type Socket } from 'node:net';
import nodemailer from 'nodemailer';
import type { ClaimedMail, Outcome } from './claimed-mail.ts';
import type { Message } from './message.ts';

/** What became of a mail. `isDown`: no other mail will be accepted now. */
export interface Delivery {
  readonly outcome: Outcome;
  readonly result: string;
  readonly isDown: boolean;
}

export interface MailHost {
  send(mail: ClaimedMail, message: Message): Promise<Delivery>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
const PERMANENT = 500;
/** Errors after which the mail host cannot have the mail. */
const NOT_HANDED_OVER = ['ECONNECTION', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'EPROXY'];

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** The error without the text of the mail host, which may have the address of the recipient. */
function deliveryOf({ code = '', command = '', responseCode }: SmtpError): Delivery {
  if (NOT_HANDED_OVER.includes(code)) {
    return { outcome: 'retry', result: `no connection: ${code}`, isDown: true };
  }
  if (responseCode !== undefined) {
    const isFinal = responseCode >= PERMANENT;
    const result = `${isFinal ? 'refused' : 'deferred'}: ${String(responseCode)}`;
    return { outcome: isFinal ? 'failed' : 'retry', result, isDown: false };
  }
  if (command === 'DATA') {
    return { outcome: 'failed', result: 'unconfirmed: the mail host may have it', isDown: true };
  }
  return { outcome: 'retry', result: `no connection: ${code || 'unknown'}`, isDown: true };
}

function domainOf(from: string): string {
  return /@([^@\s<>]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/**
 * Connects by name. The library would look up the name and connect to the address, which the function may not do: the
 * operator allows the name.
 */
function connectByName(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => {
      fail(Object.assign(new Error('connection timeout'), { code: 'ETIMEDOUT' }));
    }, CONNECT_TIMEOUT_MS);
    socket.once('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

/** @param smtpUrl smtp://user:password@host:587 or smtps://… */
export function openMailHost(smtpUrl: string, from: string): MailHost {
  const url = new URL(smtpUrl);
  const domain = domainOf(from);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
  const transport = nodemailer.createTransport({
    host,
    port,
    secure,
    getSocket(
      _options: unknown,
      callback: (error: Error | null, options?: { readonly connection: Socket }) => void,
    ) {
      connectByName(host, port).then(
        (connection) => {
          callback(null, { connection });
        },
        (error: Error) => {
          callback(error);
        },
      );
    },
    ...(url.username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
        }),
    // Deno lets the function read no name of the machine.
    name: domain,
    pool: true,
    maxConnections: 1,
    // Each attempt is one in the outbox.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id }, { to, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          from,
          // An object is one recipient, whatever characters the address has.
          to: { name: '', address: to },
          // A mail program shows a mail once that arrives twice.
          messageId: `<outbox-${String(id)}@${domain}>`,
        });
        return { outcome: 'sent', result: 'sent', isDown: false };
      } catch (error) {
        return deliveryOf(error as SmtpError);
      }
    },
    close: () => {
      transport.close();
    },
  };
}
