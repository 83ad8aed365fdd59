import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { environment } from './environment.ts';

interface ReceivedMail {
  readonly subject: string;
  readonly link: string;
  readonly code: string;
}

/** A base64 part of a mail: its headers and its content. */
const BASE64_PART =
  /^Content-Transfer-Encoding: base64\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([\w+/=\r\n]+)/gm;
/** These characters isolate links and codes in right-to-left languages. */
const DIRECTION_MARKS = /[\u2066-\u2069]/g;

/** The text of a mail without its transfer encodings. */
function decodeParts(text: string): string {
  const plain = text
    .replace(BASE64_PART, (_, content: string) => Buffer.from(content, 'base64').toString('latin1'))
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1').toString('utf8').replace(DIRECTION_MARKS, '');
}

/** The mails to one address with a link or a code, oldest first. */
async function mailsTo(address: string, dir: string): Promise<ReceivedMail[]> {
  const names = await readdir(dir).catch(() => []);
  const texts = await Promise.all(
    // A mail that is being written has another file extension.
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFile(join(dir, name), 'utf8')),
  );
  return texts
    .filter((text) => text.includes(`To: ${address}`))
    .map((text) => {
      const decoded = decodeParts(text);
      return {
        subject: /^Subject: (.*)$/m.exec(decoded)?.[1]?.trim() ?? '',
        link: /^https?:\/\/\S+\/auth\/v1\/verify\S+/m.exec(decoded)?.[0] ?? '',
        code: /Your code: (\d{6})/.exec(decoded)?.[1] ?? '',
      };
    })
    .filter(({ code, link }) => code !== '' || link !== '');
}

/** Waits for the mail with this number to an address, counted from 1. */
export async function receiveMail(
  address: string,
  number = 1,
  dir = environment.mail.dir,
): Promise<ReceivedMail> {
  const receive = () => mailsTo(address, dir);
  await expect.poll(async () => (await receive()).length).toBeGreaterThanOrEqual(number);
  const mail = (await receive())[number - 1];
  if (mail === undefined) throw new Error(`There is no mail ${String(number)} to ${address}.`);
  return mail;
}
