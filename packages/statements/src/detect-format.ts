export type FileFormat = 'camt' | 'mt940' | 'ofx' | 'table';

const SAMPLE_LENGTH = 4000;
const OFX = /<OFX[\s>]|^\s*OFXHEADER\s*:/i;
const XML = /^\s*<(?:\?xml\s|!--|!DOCTYPE|[A-Za-z_][\w.-]*(?::[\w.-]+)?[\s>/])/;
const HTML = /^\s*<(?:!DOCTYPE\s+html|html)[\s>]/i;
/** A reference and later the account, or the blocks of a SWIFT message. */
const SWIFT = /^(?:\{1:[^]*\{4:|[^]*(?:^|\n):20:[^]*\n:25P?:)/;
const JSON_START = /^\s*[[{]\s*["[{]/;

/** The format of a text by its content; null if it is none of the formats. */
export function detectFormat(text: string): FileFormat | null {
  const start = text.slice(0, SAMPLE_LENGTH);
  if (OFX.test(start)) return 'ofx';
  if (HTML.test(start)) return null;
  if (XML.test(start)) return 'camt';
  if (SWIFT.test(start)) return 'mt940';
  return JSON_START.test(start) ? null : 'table';
}
