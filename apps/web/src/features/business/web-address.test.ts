// @vitest-environment node
import { expect, it } from 'vitest';
import { webAddressOf } from './web-address.ts';

it.each([
  ['acme.example', 'https://acme.example/'],
  [' https://acme.example/about ', 'https://acme.example/about'],
  ['http://acme.example', 'http://acme.example/'],
  ['acme.example:8443/shop', 'https://acme.example:8443/shop'],
])('%s leads to %s', (text, address) => {
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
  '',
])('%j leads nowhere', (text) => {
  expect(webAddressOf(text)).toBeNull();
});
