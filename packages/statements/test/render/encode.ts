export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const BYTE_ORDER_MARK = '\u{feff}';

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian);
  }
  return new Uint8Array(view.buffer);
}

/** Windows-1252 is written for the characters that it has in common with Latin-1. */
export function encode(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return new TextEncoder().encode(text);
    case 'utf-8-bom':
      return new TextEncoder().encode(BYTE_ORDER_MARK + text);
    case 'utf-16le':
    case 'utf-16be':
      return encodeUtf16(BYTE_ORDER_MARK + text, encoding === 'utf-16le');
    case 'windows-1252':
      return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }
}
