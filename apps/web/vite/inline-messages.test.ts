// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILED_DIR } from './compile-messages.ts';
import { missingKeys, onlyLocale } from './inline-messages.ts';
import { pseudoText } from './pseudo-locale.ts';

const compiled = (key: string) => readFile(join(COMPILED_DIR, 'messages', `${key}.js`), 'utf8');

test('A build has only the function of its language, with isolated inputs', async () => {
  const code = onlyLocale(await compiled('admin_reviewed_by_result_age'), 'ar');
  expect(code).toContain("${isolate(i?.name, 'rtl')}");
  expect(code).toContain("import { isolate } from '@beaconpay/domain'");
  expect(code).not.toContain('Reviewed by');
});

test('A message that a language lacks is found', () => {
  expect(missingKeys({ save: 'Save', ask: 'Remove?' }, { save: 'Speichern' })).toEqual(['ask']);
});

test('A message that a language lacks is in English', () => {
  const code = `const en_save = () => {
	return (\`Save\`)
};

/** */
const de_save = en_save;

/** */`;
  expect(onlyLocale(code, 'de')).toContain('Save');
});

test('The pseudo-locale has accents, keeps inputs and is at least 40 % longer', async () => {
  const text = pseudoText('Remove {name} from this account?');
  expect(text).toContain('{name}');
  expect(text).toMatch(/^\[Rëmôvë .* ~+\]$/);
  expect(text.length).toBeGreaterThanOrEqual('Remove {name} from this account?'.length * 1.3);
  const code = onlyLocale(await compiled('admin_reviewed_by_result_age'), 'pseudo');
  expect(code).toContain('Rëvïëwëd bý ${isolate(i?.name)}');
});
