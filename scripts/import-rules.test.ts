import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

interface Import {
  readonly from: string;
  /** A file, or the name of a package. */
  readonly to: string;
}

interface Violation extends Import {
  readonly rule: string;
}

/** Imports that the rules forbid. */
const VIOLATIONS: readonly Violation[] = [
  {
    rule: 'A feature never imports another feature',
    from: 'apps/web/src/features/cards/api.ts',
    to: 'apps/web/src/features/history/api.ts',
  },
  {
    rule: 'A feature never imports the app',
    from: 'apps/web/src/features/cards/api.ts',
    to: 'apps/web/src/app/routes.ts',
  },
  {
    rule: 'The payment room never imports a feature',
    from: 'apps/web/src/payment/api.ts',
    to: 'apps/web/src/features/cards/api.ts',
  },
  {
    rule: 'The session never imports the payment room',
    from: 'apps/web/src/session/profile.ts',
    to: 'apps/web/src/payment/record-kinds.ts',
  },
  {
    rule: 'A primitive never imports a shared component',
    from: 'apps/web/src/components/ui/button.ts',
    to: 'apps/web/src/components/data/status-badge.ts',
  },
  {
    rule: 'Boot never imports a primitive',
    from: 'apps/web/src/boot/chunk-error.ts',
    to: 'apps/web/src/components/ui/button.ts',
  },
  {
    rule: 'The library folder never imports the session',
    from: 'apps/web/src/lib/clock.ts',
    to: 'apps/web/src/session/session-context.ts',
  },
  {
    rule: "Only a feature's api.ts imports the backend client",
    from: 'apps/web/src/features/cards/order-card-form.ts',
    to: '@supabase/supabase-js',
  },
  {
    rule: "Only a feature's api.ts imports this project's client",
    from: 'apps/web/src/features/cards/order-card-form.ts',
    to: 'apps/web/src/lib/supabase.ts',
  },
  {
    rule: 'The application never imports test support',
    from: 'apps/web/src/app/routes.ts',
    to: 'apps/web/test/support/screen.ts',
  },
  {
    rule: 'A page for development never imports a feature',
    from: 'apps/web/src/dev/components-page.ts',
    to: 'apps/web/src/features/cards/api.ts',
  },
  {
    rule: 'The web application never imports the server',
    from: 'apps/web/src/lib/clock.ts',
    to: 'apps/server/src/http/app.ts',
  },
  {
    rule: 'The server never imports the web application',
    from: 'apps/server/src/http/app.ts',
    to: 'apps/web/src/lib/configuration.ts',
  },
  {
    rule: 'A service never imports another service',
    from: 'apps/server/src/services/rest/index.ts',
    to: 'apps/server/src/services/auth/index.ts',
  },
  {
    rule: 'The server never imports its command line',
    from: 'apps/server/src/open-database.ts',
    to: 'apps/server/src/cli/backup.ts',
  },
  {
    rule: 'A service never imports the entry of the server',
    from: 'apps/server/src/services/rest/index.ts',
    to: 'apps/server/src/index.ts',
  },
  {
    rule: 'The command line starts services only through the entry of the server',
    from: 'apps/server/src/cli/start.ts',
    to: 'apps/server/src/services/rest/index.ts',
  },
  {
    rule: 'Below its routes the auth service never imports HTTP',
    from: 'apps/server/src/services/auth/errors.ts',
    to: 'hono',
  },
  {
    rule: 'Below its routes the auth service never imports a route',
    from: 'apps/server/src/services/auth/sessions/sessions.ts',
    to: 'apps/server/src/services/auth/routes/bearer.ts',
  },
  {
    rule: 'A folder of the auth service never imports from a higher layer',
    from: 'apps/server/src/services/auth/sessions/sign-in.ts',
    to: 'apps/server/src/services/auth/account-commands/sign-up.ts',
  },
  {
    rule: 'A shared file of the auth service never imports a layer folder',
    from: 'apps/server/src/services/auth/errors.ts',
    to: 'apps/server/src/services/auth/sso/settings.ts',
  },
  {
    rule: 'Every folder of the auth service belongs to a layer',
    from: 'apps/server/src/services/auth/unordered/file.ts',
    to: 'apps/server/src/services/auth/errors.ts',
  },
  {
    rule: 'An extension never imports another extension',
    from: 'apps/server/src/extensions/cron/index.ts',
    to: 'apps/server/src/extensions/net/index.ts',
  },
  {
    rule: 'An extension never imports a service',
    from: 'apps/server/src/extensions/net/index.ts',
    to: 'apps/server/src/services/rest/index.ts',
  },
  {
    rule: 'An extension never imports the HTTP host',
    from: 'apps/server/src/extensions/net/index.ts',
    to: 'apps/server/src/http/service.ts',
  },
  {
    rule: 'A service never imports an extension',
    from: 'apps/server/src/services/rest/index.ts',
    to: 'apps/server/src/extensions/net/index.ts',
  },
  {
    rule: 'The platform never imports an extension',
    from: 'apps/server/src/platform/runtime/clock.ts',
    to: 'apps/server/src/extensions/extension.ts',
  },
  {
    rule: 'The platform never imports a service',
    from: 'apps/server/src/platform/runtime/clock.ts',
    to: 'apps/server/src/services/rest/index.ts',
  },
  {
    rule: 'A primitive of the runtime imports nothing else of the platform',
    from: 'apps/server/src/platform/runtime/retry.ts',
    to: 'apps/server/src/platform/json.ts',
  },
  {
    rule: 'A primitive of the runtime receives its logger',
    from: 'apps/server/src/platform/runtime/retry.ts',
    to: 'apps/server/src/platform/logger.ts',
  },
  {
    rule: 'The HTTP host never imports a specific service',
    from: 'apps/server/src/http/listen.ts',
    to: 'apps/server/src/services/rest/index.ts',
  },
  {
    rule: 'A service imports only the service interface from the HTTP host',
    from: 'apps/server/src/services/rest/index.ts',
    to: 'apps/server/src/http/app.ts',
  },
  {
    rule: 'A step of the data API never imports from a later step',
    from: 'apps/server/src/services/rest/plan/plan.ts',
    to: 'apps/server/src/services/rest/sql/statement.ts',
  },
  {
    rule: 'A step of the data API never imports the pipeline that combines them',
    from: 'apps/server/src/services/rest/run/run.ts',
    to: 'apps/server/src/services/rest/index.ts',
  },
  {
    rule: 'Only the run step and the schema cache import the database',
    from: 'apps/server/src/services/rest/sql/statement.ts',
    to: 'apps/server/src/platform/database/connection.ts',
  },
  {
    rule: 'The domain imports nothing',
    from: 'packages/domain/src/index.ts',
    to: 'zod',
  },
  {
    rule: 'The domain imports nothing of Node either',
    from: 'packages/domain/src/index.ts',
    to: 'fs',
  },
  {
    rule: 'Browser tests import no application code',
    from: 'e2e/main-job.spec.ts',
    to: 'apps/web/src/lib/configuration.ts',
  },
  {
    rule: 'The rules apply to package names too',
    from: 'apps/web/src/lib/clock.ts',
    to: '@beaconpay/server',
  },
  {
    rule: 'A file is in a folder that the rules know',
    from: 'apps/mobile/index.ts',
    to: 'apps/mobile/screen.ts',
  },
];

/** Imports that the rules allow. */
const ALLOWED: readonly Import[] = [
  { from: 'apps/web/src/app/page.ts', to: 'apps/web/src/features/cards/cards.ts' },
  { from: 'apps/web/src/features/bills/api.ts', to: 'apps/web/src/lib/supabase.ts' },
  { from: 'apps/web/src/features/bills/bills-api.ts', to: '@supabase/supabase-js' },
  { from: 'apps/web/src/features/bills/form.ts', to: 'apps/web/src/features/bills/api.ts' },
  { from: 'apps/web/src/features/bills/form.ts', to: '@beaconpay/domain' },
  { from: 'apps/server/src/services/auth/routes/user.ts', to: 'hono' },
  {
    from: 'apps/server/src/services/auth/account-commands/sign-up.ts',
    to: 'apps/server/src/services/auth/sessions/sessions.ts',
  },
  { from: 'apps/server/src/services/rest/run.ts', to: 'apps/server/src/http/service.ts' },
  { from: 'apps/server/src/services/rest/run.ts', to: 'apps/server/src/platform/json.ts' },
  {
    from: 'apps/server/src/extensions/net/own.ts',
    to: 'apps/server/src/extensions/own-objects.ts',
  },
  { from: 'apps/server/src/extensions/net/own.ts', to: 'apps/server/src/platform/hosts.ts' },
  {
    from: 'apps/server/src/services/rest/run/run.ts',
    to: 'apps/server/src/platform/database/pool.ts',
  },
  {
    from: 'apps/server/src/services/rest/sql/write.ts',
    to: 'apps/server/src/services/rest/plan/plan.ts',
  },
  {
    from: 'apps/server/src/services/rest/plan/plan.ts',
    to: 'apps/server/src/services/rest/errors.ts',
  },
];

const PACKAGES = { server: 'apps/server', domain: 'packages/domain' };

const isFile = (to: string): boolean => to.endsWith('.ts');

async function writeIn(dir: string, path: string, text: string): Promise<void> {
  await mkdir(join(dir, dirname(path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

const RULE_FILES = [
  '.dependency-cruiser.mjs',
  '.oxlintrc.json',
  'scripts/stream-rules.ts',
  'scripts/locale-rules.ts',
  'tsconfig.base.json',
];

/** Creates a folder with the lint rules of the project. */
async function makeTree(): Promise<string> {
  await mkdir(join(PROJECT_DIR, 'artifacts'), { recursive: true });
  const dir = await mkdtemp(join(PROJECT_DIR, 'artifacts/imports-'));
  await mkdir(join(dir, 'scripts'));
  for (const name of RULE_FILES) await copyFile(join(PROJECT_DIR, name), join(dir, name));
  return dir;
}

async function writeImports(dir: string, imports: readonly Import[]): Promise<void> {
  const files = new Map<string, string>();
  for (const { from, to } of imports) {
    const up = '../'.repeat(from.split('/').length - 1);
    files.set(from, `${files.get(from) ?? ''}import '${isFile(to) ? `${up}${to}` : to}';\n`);
    if (isFile(to)) files.set(to, files.get(to) ?? '');
  }
  for (const [path, text] of files) await writeIn(dir, path, text);
  // Links the packages as npm does in a workspace.
  await mkdir(join(dir, 'node_modules/@beaconpay'), { recursive: true });
  for (const [name, path] of Object.entries(PACKAGES)) {
    await writeIn(dir, `${path}/src/index.ts`, files.get(`${path}/src/index.ts`) ?? '');
    await copyFile(join(PROJECT_DIR, path, 'package.json'), join(dir, path, 'package.json'));
    await symlink(join(dir, path), join(dir, 'node_modules/@beaconpay', name));
  }
}

/** The output of a linter. Its exit code is not 0 when it finds a violation. */
async function print(dir: string, program: string, ...programArguments: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(PROJECT_DIR, 'node_modules', program), ...programArguments],
    { cwd: dir, maxBuffer: 50_000_000 },
  ).catch((error: unknown) => error as { stdout: string });
  return stdout;
}

interface Found {
  readonly from: string;
  readonly to: string;
  readonly unresolvedTo?: string;
  readonly rule: { readonly name: string };
}

async function cruise(dir: string, ...folders: string[]): Promise<readonly Found[]> {
  const program = 'dependency-cruiser/bin/dependency-cruise.mjs';
  const output = await print(dir, program, '--config', '--output-type', 'json', ...folders);
  return (JSON.parse(output) as { summary: { violations: Found[] } }).summary.violations;
}

describe('The import rules of ARCHITECTURE.md are lint errors', () => {
  let dir = '';
  let found: readonly Found[] = [];

  const rulesBrokenBy = ({ from, to }: Import): readonly string[] =>
    found
      .filter((one) => one.from === from && (one.to === to || one.unresolvedTo === to))
      .map(({ rule }) => rule.name);

  beforeAll(async () => {
    dir = await makeTree();
    await writeImports(dir, [...VIOLATIONS, ...ALLOWED]);
    found = await cruise(dir, 'apps', 'packages', 'e2e');
  });

  afterAll(() => rm(dir, { recursive: true, force: true }));

  test.each(VIOLATIONS)('$rule: breaking it in $from is an error', (violation) => {
    expect(rulesBrokenBy(violation)).not.toEqual([]);
  });

  test.each(ALLOWED)('$to may be imported by $from', (allowed) => {
    expect(rulesBrokenBy(allowed)).toEqual([]);
  });
});

test('A circular import is a lint error, also of types only', async () => {
  const dir = await makeTree();
  try {
    const circle = (own: string, other: string) =>
      `import type { ${other} } from './${other.toLowerCase()}.ts';\nexport interface ${own} {\n  other: ${other};\n}\n`;
    await writeIn(dir, 'packages/domain/src/hen.ts', circle('Hen', 'Egg'));
    await writeIn(dir, 'packages/domain/src/egg.ts', circle('Egg', 'Hen'));
    const found = await cruise(dir, 'packages');
    expect(found.map(({ rule }) => rule.name)).toEqual(['no-circles']);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

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
  ];

  /** The diagnostics of the linter for a file. */
  async function lint(path: string, code: string): Promise<object[]> {
    const dir = await makeTree();
    try {
      await writeIn(dir, path, code);
      const output = await print(dir, 'oxlint/bin/oxlint', '--no-ignore', '--format', 'json', path);
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
