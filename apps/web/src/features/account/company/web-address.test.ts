// @vitest-environment node
import { expect, it } from 'vitest';
import { isPictureAddress, webAddressOf } from './web-address.ts';

it.each([
  ['acme.example', 'https://acme.example/'],
  [' https://acme.example/about ', 'https://acme.example/about'],
  ['http://acme.example', 'http://acme.example/'],
  ['acme.example:8443/shop', 'https://acme.example:8443/shop'],
])('the web address %s is normalized to %s', (text, address) => {
  expect(webAddressOf(text)).toBe(address);
});

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(document.cookie)//acme.example',
  'data:text/html,acme.example',
  'java\nscript:alert(1)',
  'mailto:someone@acme.example',
  'acme',
  'not an address',
  'https://bank.example@evil.example',
  'https://acme.example\\@evil.example',
  '',
])('%j is rejected as a web address', (text) => {
  expect(webAddressOf(text)).toBeNull();
});

it.each([
  ['https://pictures.example/ada.png', true],
  ['/storage/v1/object/public/avatars/ada.webp', true],
  ['/storage/v1/render/image/public/avatars/ada.webp?width=64', true],
  ['http://pictures.example/ada.png', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,x', false],
  ['//pictures.example/ada.png', false],
  ['/auth/v1/logout', false],
  ['/storage/v1/object/public/../../../auth/v1/logout', false],
])('whether %s is accepted as a picture URL: %s', (text, isAllowed) => {
  expect(isPictureAddress(text)).toBe(isAllowed);
});
