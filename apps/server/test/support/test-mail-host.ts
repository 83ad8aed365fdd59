import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { startHttpDouble } from './http-double.ts';

export interface SmtpSink {
  /** smtp://localhost:port */
  readonly url: string;
  /** `localhost:port` */
  readonly host: string;
  /** `GET /mails?to=` returns to a browser test the subjects and texts that an address received. */
  readonly inboxUrl: string;
  /** The accepted mails, in order. */
  readonly mails: ParsedMail[];
  /** The SMTP code of the answer to each recipient. 250 accepts. */
  answerRecipient: (address: string) => number;
  close(): Promise<void>;
}

/** A mail host on this machine that keeps the mails. */
export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const mails: ParsedMail[] = [];
  const sink = { mails, answerRecipient: (): number => 250 } as Pick<
    SmtpSink,
    'mails' | 'answerRecipient'
  >;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const code = sink.answerRecipient(address);
      const error = Object.assign(new Error(`no mailbox ${address}`), { responseCode: code });
      callback(code === 250 ? null : error);
    },
    onData(stream, _session, callback) {
      void simpleParser(stream).then((mail) => {
        mails.push(mail);
        callback();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const inbox = await startHttpDouble(({ path }, response) => {
    const address = new URL(path, 'http://localhost').searchParams.get('to');
    const received = mails.filter(({ to }) => [to].flat().some((one) => one?.text === address));
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(received.map(({ subject, text }) => ({ subject, text }))));
  });
  const host = `localhost:${String((server.server.address() as AddressInfo).port)}`;
  return Object.assign(sink, {
    host,
    url: `smtp://${host}`,
    inboxUrl: inbox.url,
    async close() {
      await Promise.all([
        inbox.close(),
        new Promise<void>((resolve) => server.close(() => resolve())),
      ]);
    },
  });
}
