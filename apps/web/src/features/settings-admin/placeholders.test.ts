// @vitest-environment node
import { expect, test } from 'vitest';
import { fillTemplate, REASON_PLACEHOLDERS, unknownPlaceholder } from './placeholders.ts';

test.each([
  ['Thank you, {name}.', null],
  ['{amount} with {reference}: {missing}', null],
  ['Hello {nam}', '{nam}'],
  ['An open {brace', '{brace'],
  ['A closing } brace', '}'],
  ['{name}{Name}', '{Name}'],
])('The template %j has the unknown placeholder %j', (template, unknown) => {
  expect(unknownPlaceholder(template, REASON_PLACEHOLDERS)).toBe(unknown);
});

test('A placeholder inside a filled-in value is not replaced', () => {
  expect(fillTemplate('{name} {amount}', { name: '{amount}', amount: '$5' })).toBe('{amount} $5');
});
