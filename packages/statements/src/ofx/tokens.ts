import { StatementError } from '../statement-error.ts';

/** A tag with the text after it. SGML closes only elements that contain others. */
export interface OfxToken {
  readonly name: string;
  readonly isEnd: boolean;
  readonly text: string;
  readonly line: number;
  /** Where the tag starts in the text. */
  readonly offset: number;
}

/** Matches a tag at a `<`. A `<` that starts no tag belongs to the text. */
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9_.]{0,60})(?:\s[^<>]{0,500})?>/y;
const CDATA_START = '<![CDATA[';
const CDATA = /<!\[CDATA\[([^]*?)\]\]>/g;
const COMMENT_START = '<!--';
const COMMENT = /<!--[^]*?-->/g;
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const MAX_CODE_POINT = 0x10_ffff;

function decodeEntity(entity: string, name: string): string {
  const lower = name.toLowerCase();
  if (!lower.startsWith('#')) return NAMED[lower] ?? entity;
  const codePoint = lower.startsWith('#x')
    ? Number.parseInt(lower.slice(2), 16)
    : Number(lower.slice(1));
  return codePoint <= MAX_CODE_POINT ? String.fromCodePoint(codePoint) : entity;
}

/** Entities are replaced once: the result of a replacement is not read again. */
function decodeText(raw: string): string {
  const text = raw.includes('<!') ? raw.replace(COMMENT, ' ').replace(CDATA, '$1') : raw;
  return (text.includes('&') ? text.replace(ENTITY, decodeEntity) : text).trim();
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

/** The end of a comment or of character data; `start` if there is neither at this position. */
function skipSection(text: string, start: number): number {
  const isCdata = text.startsWith(CDATA_START, start);
  if (!isCdata && !text.startsWith(COMMENT_START, start)) return start;
  const mark = isCdata ? ']]>' : '-->';
  const end = text.indexOf(mark, start);
  if (end === -1) throw new StatementError('truncated', 1 + countLines(text, 0, text.length));
  return end + mark.length;
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
}

/** The next tag from a position. */
function findTag(text: string, from: number): Tag | null {
  for (let start = text.indexOf('<', from); start !== -1; start = text.indexOf('<', start)) {
    const afterSection = skipSection(text, start);
    if (afterSection > start) {
      start = afterSection;
      continue;
    }
    TAG.lastIndex = start;
    const [tag, slash, name] = TAG.exec(text) ?? [];
    if (tag !== undefined && name !== undefined) {
      return { name: name.toUpperCase(), isEnd: slash === '/', start, end: start + tag.length };
    }
    start += 1;
  }
  return null;
}

/** The tags of an OFX text, SGML or XML. */
export function* readOfxTokens(text: string): Generator<OfxToken, void> {
  const declaration = DECLARATION.exec(text);
  if (declaration !== null) {
    throw new StatementError('xml-doctype', 1 + countLines(text, 0, declaration.index));
  }
  let line = 1;
  let counted = 0;
  for (let tag = findTag(text, 0); tag !== null;) {
    const next = findTag(text, tag.end);
    line += countLines(text, counted, tag.start);
    counted = tag.start;
    yield {
      name: tag.name,
      isEnd: tag.isEnd,
      text: decodeText(text.slice(tag.end, next?.start ?? text.length)),
      line,
      offset: tag.start,
    };
    tag = next;
  }
}
