// @vitest-environment node
import { expect, it } from 'vitest';
import { pictureTypeOf } from './picture-file.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\r', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF\0', 'image/jpeg'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
])('the first bytes %j identify a picture of type %s', (head, type) => {
  expect(pictureTypeOf(bytes(head))).toBe(type);
});

it.each([
  ['an empty file', ''],
  ['the beginning of a signature', '\x89PNG'],
  ['an HTML page', '<!doctype html>'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a GIF', 'GIF89a\0\0\0\0\0\0'],
  ['audio in the container of WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a signature after the first byte', ' \x89PNG\r\n\x1a\n\0\0\0'],
])('%s is not recognized as a picture', (_case, head) => {
  expect(pictureTypeOf(bytes(head))).toBeNull();
});
