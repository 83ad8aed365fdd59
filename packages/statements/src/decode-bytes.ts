import { StatementError } from './statement-error.ts';

/** The first bytes of files that people upload by mistake, also under another name. */
const OTHER_KINDS: readonly (readonly [kind: string, bytes: readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  // Also XLSX, ODS and DOCX.
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  // XLS and DOC.
  ['office', [0xd0, 0xcf, 0x11, 0xe0]],
];

const XML_ENCODING = /^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;
const DECLARATION_BYTES = 200;
const SAMPLED_BYTES = 1000;

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

/** Which half of the byte pairs is zero in a text of mostly Latin letters. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLED_BYTES - (SAMPLED_BYTES % 2));
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  return null;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The encoding that an XML declaration names, if it is not UTF-8. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES));
  const name = XML_ENCODING.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  return name.startsWith('utf') ? null : name;
}

function decodeKnown(bytes: Uint8Array): string {
  const utf16 = findUtf16(bytes);
  if (utf16 !== null) {
    const text = decode(bytes, utf16);
    if (text === null) throw new StatementError('encoding-invalid', null, { encoding: utf16 });
    return text;
  }
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== null) return utf8;
  // Banks also declare UTF-8 for files in Windows-1252, which accepts all bytes.
  return (
    decode(bytes, declaredEncoding(bytes) ?? 'windows-1252') ??
    new TextDecoder('windows-1252').decode(bytes)
  );
}

/**
 * The text of a file in UTF-8, UTF-16, Windows-1252, or the encoding of its XML declaration, with `\n`
 * as line end.
 *
 * @throws StatementError for a file that is not a text
 */
export function decodeBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new StatementError('empty', null);
  const [kind] = OTHER_KINDS.find(([, start]) => startsWith(bytes, start)) ?? [];
  if (kind !== undefined) throw new StatementError('not-a-text', null, { kind });
  const text = decodeKnown(bytes)
    .replace(/^\u{feff}/u, '')
    .replace(/\r\n?/g, '\n');
  if (text.includes('\0')) throw new StatementError('not-a-text', null, { kind: 'binary' });
  if (text.trim() === '') throw new StatementError('empty', null);
  return text;
}
