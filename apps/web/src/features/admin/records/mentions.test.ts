// @vitest-environment node
import { expect, it } from 'vitest';
import { findMentions } from './mentions.ts';

const administrators = [
  { id: 'ada', email: 'ada@example.com' },
  { id: 'grace', email: 'Grace@example.com' },
];

it.each([
  ['@ada@example.com', ['ada']],
  ['Please look, @ADA@example.com.', ['ada']],
  ['(@ada@example.com, @grace@example.com!)', ['ada', 'grace']],
  ['ada@example.com wrote', []],
  ['@ada@example.company', []],
])('%j mentions %j', (body, ids) => {
  expect(findMentions(body, administrators)).toEqual(ids);
});
