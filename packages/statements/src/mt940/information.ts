/**
 * Field 86: information about the movement before it. Banks use one of three forms: subfields with two
 * digits (Germany, Austria, Poland), words between slashes (SWIFT, the Netherlands), or free text.
 */

export interface Information {
  readonly text: string;
  readonly name: string | null;
  readonly account: string | null;
  readonly endToEndId: string | null;
}

/** A code of three digits and a separator, or a separator only, before the first subfield. */
const SUBFIELD_START = /^(?:\d{3}(?=[^\w\s]\d{2})|(?=[~<^?+]\d{2}))([^\w\s])\d{2}/;
/** Words that introduce a part of the text within subfields: `EREF+`, `SVWZ+`. */
const SEPA_WORD = /^(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)[+:]/;
const SLASH_WORDS = [
  ...[
    'ABNM',
    'ADDR',
    'BENM',
    'BIC',
    'CDTRREF',
    'CDTRREFTP',
    'CHGS',
    'CITY',
    'CNTP',
    'CREF',
    'CSID',
  ],
  ...['EREF', 'EXCH', 'IBAN', 'ID', 'IREF', 'ISDT', 'MARF', 'NAME', 'NRTX', 'OCMT', 'ORDP', 'PREF'],
  ...['PURP', 'REMI', 'RTRN', 'STRD', 'SVCL', 'TRCD', 'TRTP', 'ULTB', 'ULTC', 'ULTD', 'USTD'],
];
const SLASH_WORD = new RegExp(`/(${SLASH_WORDS.join('|')})(?=/)`, 'g');
const FULL_SUBFIELD_LENGTH = 27;
const FULL_LINE_LENGTH = 65;

/** Joins pieces of a text that was cut at a fixed length. A shorter piece ends with its word. */
function joinPieces(pieces: readonly string[], fullLength: number): string {
  return pieces
    .map((piece, at) => (piece.length < fullLength && at < pieces.length - 1 ? `${piece} ` : piece))
    .join('');
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** The pieces of the text by the word that introduces them; '' before the first word. */
function splitBySepaWords(pieces: readonly string[]): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  let current: string[] = [];
  parts.set('', current);
  for (const piece of pieces) {
    const word = SEPA_WORD.exec(piece);
    if (word !== null) {
      current = [];
      parts.set(word[1] ?? '', current);
    }
    current.push(piece);
  }
  return parts;
}

function readSubfields(content: string, separator: string): Information {
  const pieces = new Map<number, string[]>();
  for (const part of content.split(new RegExp(`\\${separator}(?=\\d{2})`)).slice(1)) {
    const code = Number(part.slice(0, 2));
    const piece = part.slice(2);
    const earlier = pieces.get(code);
    if (earlier === undefined) pieces.set(code, [piece]);
    else earlier.push(piece);
  }
  const piecesOf = (from: number, to: number): string[] => {
    const found: string[] = [];
    for (const [code, all] of pieces) if (code >= from && code <= to) found.push(...all);
    return found;
  };
  const parts = splitBySepaWords([...piecesOf(20, 29), ...piecesOf(60, 63)]);
  const textOf = (word: string): string =>
    joinPieces(parts.get(word) ?? [], FULL_SUBFIELD_LENGTH).replace(SEPA_WORD, '');
  return {
    text: textOf('SVWZ') || textOf(''),
    name: orNull(joinPieces(piecesOf(32, 33), FULL_SUBFIELD_LENGTH)),
    account: orNull(piecesOf(38, 38).join('')) ?? orNull(piecesOf(31, 31).join('')),
    endToEndId: orNull(
      joinPieces(parts.get('EREF') ?? [], FULL_SUBFIELD_LENGTH).replace(SEPA_WORD, ''),
    ),
  };
}

/** The reason of a payment: `/REMI/USTD//text` and `/REMI/text`. */
function remittanceOfWords(values: ReadonlyMap<string, string>): string {
  return ['REMI', 'USTD', 'STRD', 'CDTRREF']
    .map((word) => (values.get(word) ?? '').replace(/^\/+|\/+$/g, '').trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** ING writes account, bank, name and city of the other side into one word. */
function counterpartyOfWords(values: ReadonlyMap<string, string>): [account: string, name: string] {
  const [account = '', , name = ''] = (values.get('CNTP') ?? '').split('/');
  const named = values.get('NAME') ?? values.get('ORDP') ?? values.get('BENM') ?? name;
  return [values.get('IBAN') ?? account, named.replace(/^\/+|\/+$/g, '')];
}

function readSlashWords(content: string): Information {
  const values = new Map<string, string>();
  const found = [...content.matchAll(SLASH_WORD)];
  for (const [at, match] of found.entries()) {
    const word = match[1] ?? '';
    const end = found[at + 1]?.index ?? content.length;
    const value = content.slice(match.index + match[0].length, end);
    if (!values.has(word)) values.set(word, value.replace(/^\/|\/+$/g, ''));
  }
  const [account, name] = counterpartyOfWords(values);
  return {
    text: remittanceOfWords(values),
    name: orNull(name),
    account: orNull(account),
    endToEndId: orNull(values.get('EREF') ?? ''),
  };
}

/** Reads the lines of a field 86 in any of its forms. */
export function readInformation(lines: readonly string[]): Information {
  const joined = lines.join('');
  const separator = SUBFIELD_START.exec(joined)?.[1];
  if (separator !== undefined) return readSubfields(joined, separator);
  const words = joined.match(SLASH_WORD) ?? [];
  if (joined.startsWith('/') && words.length > 0) return readSlashWords(joined);
  const text = joinPieces(lines, FULL_LINE_LENGTH);
  return { text, name: null, account: null, endToEndId: null };
}
