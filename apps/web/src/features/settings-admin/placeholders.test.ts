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

test('A value with the text of a placeholder is not filled again', () => {
  expect(fillTemplate('{name} {amount}', { name: '{amount}', amount: '$5' })).toBe('{amount} $5');
});
