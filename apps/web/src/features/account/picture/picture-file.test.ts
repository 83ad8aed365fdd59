// @vitest-environment node
import { expect, it } from 'vitest';
import { pictureTypeOf } from './picture-file.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\r', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF\0', 'image/jpeg'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
])('the first bytes give the type of a picture: %j', (head, type) => {
  expect(pictureTypeOf(bytes(head))).toBe(type);
});

it.each([
  ['nothing', ''],
  ['the beginning of a signature', '\x89PNG'],
  ['a page', '<!doctype html>'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a GIF', 'GIF89a\0\0\0\0\0\0'],
  ['audio in the container of WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a signature after the first byte', ' \x89PNG\r\n\x1a\n\0\0\0'],
])('%s is no picture', (_what, head) => {
  expect(pictureTypeOf(bytes(head))).toBeNull();
});
