// @vitest-environment node
import { expect, test } from 'vitest';
import { findMessageProblems, problemsOf } from './check-messages.ts';

const english = {
  ask: 'Remove {name}?',
  found: [{ match: { 'countPlural=one': '{count} card', 'countPlural=*': '{count} cards' } }],
  save: 'Save',
  saved: 'Your profile is saved.',
} as const;
const german = {
  ask: '{name} entfernen?',
  found: [{ match: { 'countPlural=one': '{count} Karte', 'countPlural=*': '{count} Karten' } }],
  save: 'Speichern',
  saved: 'Ihr Profil ist gespeichert.',
} as const;
const onButtons = new Set(['save']);
const problems = (changes: object) =>
  problemsOf('de', { ...german, ...changes }, english, onButtons);

test('complete messages have no problem', () => {
  expect(problems({})).toEqual([]);
});

test.each([
  ['a missing message', { save: undefined }, '"save" is missing'],
  ['an unknown message', { extra: 'Mehr' }, '"extra" does not exist in English'],
  ['an empty text', { save: ' ' }, 'is empty'],
  ['an untranslated text', { saved: 'Your profile is saved.' }, 'is the same as in English'],
  ['a missing input', { ask: 'Entfernen?' }, 'lacks {name}'],
  ['another input', { ask: '{name} {nmae}?' }, 'has the input {nmae}'],
  ['another input of a variant', { found: [{ match: { 'countPlural=*': '{n}' } }] }, '{n}'],
  ['an invisible direction control', { save: 'Spei\u202echern' }, 'direction control'],
  ['a long text on a button', { save: 'Alle Änderungen jetzt speichern' }, 'too long for a button'],
])('%s is reported', (_name, changes, problem) => {
  expect(problems(changes).join()).toContain(problem);
});

test('the messages of all languages have no problem', async () => {
  expect(await findMessageProblems()).toEqual([]);
});
