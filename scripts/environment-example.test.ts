import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { variables } from '@beaconpay/server/config';
import { PROJECT_DIR } from './project-dir.ts';

/** What `npm start` itself heeds, and not the server. */
const OF_SCRIPTS = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'];

const example = await readFile(join(PROJECT_DIR, '.env.example'), 'utf8');
const lines = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);
const shown = new Map(lines);

describe('.env.example', () => {
  test('shows every variable that there is once, and no other', () => {
    const heeded = [...Object.keys(variables.shape), ...OF_SCRIPTS];
    expect(lines.map(([name]) => name).sort()).toEqual(heeded.sort());
  });

  for (const [name, schema] of Object.entries(variables.shape)) {
    test(`shows the true default of ${name}`, () => {
      const value = shown.get(name);
      const defaultValue: unknown = schema.parse(undefined);
      if (value === '') expect([undefined, []]).toContainEqual(defaultValue);
      else expect(schema.parse(value)).toEqual(defaultValue);
    });
  }
});
