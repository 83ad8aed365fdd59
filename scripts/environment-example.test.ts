import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { variables } from '@beaconpay/server/config';
import { BINANCE_VARIABLES, CARD_PROVIDER_VARIABLES } from './load-environment.ts';
import { PROJECT_DIR } from './project-dir.ts';

/** The variables that `npm start` applies. */
const SCRIPT_VARIABLES = [
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  ...CARD_PROVIDER_VARIABLES,
  ...BINANCE_VARIABLES,
];

const example = await readFile(join(PROJECT_DIR, '.env.example'), 'utf8');
const lines = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);
const shown = new Map(lines);

describe('.env.example', () => {
  test('contains every variable once, and no other', () => {
    const applied = [...Object.keys(variables.shape), ...SCRIPT_VARIABLES];
    expect(lines.map(([name]) => name).sort()).toEqual(applied.sort());
  });

  for (const [name, schema] of Object.entries(variables.shape)) {
    test(`shows the actual default of ${name}`, () => {
      const value = shown.get(name);
      const defaultValue: unknown = schema.parse(undefined);
      if (value === '') expect([undefined, []]).toContainEqual(defaultValue);
      else expect(schema.parse(value)).toEqual(defaultValue);
    });
  }
});
