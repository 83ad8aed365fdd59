import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { makeTree, print, writeIn } from './rules-tree.ts';

describe('Other rules of a folder are lint errors', () => {
  const FORBIDDEN = [
    {
      rule: 'Only the command line reads the environment',
      path: 'apps/server/src/index.ts',
      broken: 'eslint(no-restricted-properties)',
      code: 'export const port = process.env.PORT;\n',
    },
    {
      rule: "The router's own links are not used",
      path: 'apps/web/src/features/cards/card.tsx',
      broken: 'eslint(no-restricted-imports)',
      code: "export { Link } from 'react-router';\n",
    },
    {
      rule: 'A hook is not called in a condition',
      path: 'apps/web/src/features/cards/card.tsx',
      broken: 'react-hooks(rules-of-hooks)',
      code: "import { useId } from 'react';\nexport const useCard = (is: boolean) => (is ? useId() : '');\n",
    },
    {
      rule: 'An image has an alternative text',
      path: 'apps/web/src/features/cards/card.tsx',
      broken: 'jsx-a11y(alt-text)',
      code: 'export const Card = () => <img src="/card.png" />;\n',
    },
    {
      rule: 'A stream is joined by pipeline',
      path: 'apps/server/src/services/storage/join.ts',
      broken: 'streams(owned)',
      code: 'export const join = (from: NodeJS.ReadStream, to: NodeJS.WriteStream) => from.pipe(to);\n',
    },
    {
      rule: 'A stream is destroyed with an error only where its errors are handled',
      path: 'apps/server/src/services/storage/end.ts',
      broken: 'streams(owned)',
      code: "export const end = (to: NodeJS.WriteStream) => to.destroy(new Error('end'));\n",
    },
    {
      rule: 'A PassThrough belongs to a pipeline',
      path: 'apps/server/src/platform/between.ts',
      broken: 'streams(owned)',
      code: "import { PassThrough } from 'node:stream';\nexport const between = new PassThrough();\n",
    },
    {
      rule: 'A number is formatted in the locale of the product',
      path: 'apps/web/src/features/cards/limit.ts',
      broken: 'locale(fixed)',
      code: 'export const show = (limit: number) => limit.toLocaleString();\n',
    },
    {
      rule: 'A formatter has the locale of the product',
      path: 'apps/web/src/features/cards/limit.ts',
      broken: 'locale(fixed)',
      code: 'export const show = new Intl.NumberFormat(undefined);\n',
    },
    {
      rule: 'A formatter without `new` has the locale of the product',
      path: 'packages/domain/src/limit.ts',
      broken: 'locale(fixed)',
      code: "export const show = Intl.DateTimeFormat('de-DE');\n",
    },
    {
      rule: 'A text in JSX is a message',
      path: 'apps/web/src/features/cards/limit.tsx',
      broken: 'locale(text)',
      code: 'export const Limit = () => <p>Limit</p>;\n',
    },
    {
      rule: 'A text in an attribute is a message',
      path: 'apps/web/src/features/cards/limit.tsx',
      broken: 'locale(text)',
      code: 'export const Limit = () => <p aria-label="Limit" />;\n',
    },
    {
      rule: 'A word in an attribute is a message',
      path: 'apps/web/src/features/cards/limit.tsx',
      broken: 'locale(text)',
      code: 'export const limit = <Field part="Month" />;\n',
    },
    {
      rule: 'One of two texts in JSX is a message',
      path: 'apps/web/src/features/cards/limit.tsx',
      broken: 'locale(text)',
      code: "export const Limit = ({ isOver }: { isOver: boolean }) => <p>{isOver ? 'over' : null}</p>;\n",
    },
    {
      rule: 'The default of a label is a message',
      path: 'apps/web/src/features/cards/limit.tsx',
      broken: 'locale(text)',
      code: "export const Limit = ({ label = 'limit' }) => <p aria-label={label} />;\n",
    },
    {
      rule: 'A text in a toast is a message',
      path: 'apps/web/src/features/cards/limit.ts',
      broken: 'locale(text)',
      code: "export const toastMessage = { title: 'Saved' };\n",
    },
    {
      rule: 'A text in a schema is a message',
      path: 'apps/web/src/features/cards/limit.schema.ts',
      broken: 'locale(text)',
      code: "import { z } from 'zod';\nexport const schema = z.string().min(1, 'Enter a limit.');\n",
    },
    {
      rule: 'A text with values is a message',
      path: 'apps/web/src/features/cards/limit.ts',
      broken: 'locale(text)',
      code: 'export const show = (limit: number) => `The limit is ${limit}.`;\n',
    },
    {
      rule: 'A text of a mail is a message',
      path: 'apps/server/src/services/auth/messages/template.ts',
      broken: 'locale(text)',
      code: "export const subject = 'Confirm your email address';\n",
    },
    {
      rule: 'A text in the HTML of a mail is a message',
      path: 'apps/server/src/services/auth/messages/template.ts',
      broken: 'locale(text)',
      code: 'export const link = (url: string) => `<a href="${url}">Support</a>`;\n',
    },
    {
      rule: 'A text on a page of a function is a message',
      path: 'supabase/functions/receipt/page.ts',
      broken: 'locale(text)',
      code: "export const page = '<h1>Receipt</h1>';\n",
    },
    {
      rule: 'An error of a function is a message',
      path: 'supabase/functions/receipt/index.ts',
      broken: 'locale(text)',
      code: "throw new HttpError(404, 'This receipt does not exist.');\n",
    },
  ];

  /** The diagnostics of the linter for a file. */
  async function lint(path: string, code: string): Promise<object[]> {
    const dir = await makeTree();
    try {
      await writeIn(dir, path, code);
      const configuration = path.startsWith('supabase/functions/')
        ? ['--config', 'supabase/functions/oxlint.json']
        : [];
      const program = 'oxlint/bin/oxlint';
      const output = await print(
        dir,
        program,
        ...configuration,
        '--no-ignore',
        '--format',
        'json',
        path,
      );
      return (JSON.parse(output) as { diagnostics: object[] }).diagnostics;
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }

  /** @covers security.limits.14 */
  test.each(FORBIDDEN)(
    '$rule: breaking it in $path is an error',
    async ({ path, broken, code }) => {
      expect(await lint(path, code)).toContainEqual(
        expect.objectContaining({ severity: 'error', code: broken }),
      );
    },
  );

  test('A stream with an owner and a schema are not errors', async () => {
    const code = `import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

export async function join(from: Readable, to: Writable): Promise<void> {
  from.on('error', () => undefined);
  from.destroy(new Error('closed'));
  to.destroy();
  await pipeline(from, new PassThrough(), to);
}
const name = z.string();
export const names = [name.pipe(z.enum(['a'])), z.string().pipe(name)];
`;
    const found = await lint('apps/server/src/services/storage/join.ts', code);
    expect(found).not.toContainEqual(expect.objectContaining({ code: 'streams(owned)' }));
  });

  test('Formatting in the locale of the product is not an error', async () => {
    const code = `const LOCALE = 'en-US';
export const zones = Intl.supportedValuesOf('timeZone');
export const numbers = new Intl.NumberFormat(LOCALE);
export const show = (date: Date) => date.toLocaleDateString(LOCALE, { timeZone: 'UTC' });
`;
    const found = await lint('apps/web/src/lib/zones.ts', code);
    expect(found).not.toContainEqual(expect.objectContaining({ code: 'locale(fixed)' }));
  });

  test('Messages, class names, names of people and errors of contributors are not errors', async () => {
    const code = `import { m } from '../../paraglide/messages.js';
export const person = { name: 'Ada Lovelace' };
export function Limit() {
  if (person.name === '') throw new Error('The person has no name.');
  return <p className="flex gap-2" title={m.cards_limit()}>BeaconPay {m.cards_limit()}</p>;
}
`;
    const found = await lint('apps/web/src/features/cards/limit.tsx', code);
    expect(found).not.toContainEqual(expect.objectContaining({ code: 'locale(text)' }));
  });
});
