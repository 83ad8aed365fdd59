import { ESLint } from 'eslint';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

interface Case {
  readonly rule: string;
  readonly path: string;
  readonly code: string;
}

/** Each is a file that must not be: linted in memory, as if it stood at its path. */
const VIOLATIONS: readonly Case[] = [
  {
    rule: 'A feature never imports another feature',
    path: 'apps/web/src/features/cards/api.ts',
    code: "import '../history/api.ts';",
  },
  {
    rule: 'A feature never imports the app',
    path: 'apps/web/src/features/cards/api.ts',
    code: "import '../../app/routes.tsx';",
  },
  {
    rule: 'The payments made by hand never import a feature',
    path: 'apps/web/src/manual-payment/api.ts',
    code: "import '../features/cards/api.ts';",
  },
  {
    rule: 'The session never imports the payments made by hand',
    path: 'apps/web/src/session/profile.ts',
    code: "import '../manual-payment/record-kinds.ts';",
  },
  {
    rule: 'A primitive never imports a shared component',
    path: 'apps/web/src/components/ui/button.tsx',
    code: "import '../status-badge.tsx';",
  },
  {
    rule: 'The library room never imports the session',
    path: 'apps/web/src/lib/supabase.ts',
    code: "import '../session/session-context.ts';",
  },
  {
    rule: "Only a feature's api.ts knows the backend client",
    path: 'apps/web/src/features/cards/order-card-form.tsx',
    code: "import '@supabase/supabase-js';",
  },
  {
    rule: 'The application never imports what its tests stand on',
    path: 'apps/web/src/app/routes.tsx',
    code: "import '../../test/support/screen.tsx';",
  },
  {
    rule: 'The web application never imports the server',
    path: 'apps/web/src/lib/supabase.ts',
    code: "import '../../../server/src/server/app.ts';",
  },
  {
    rule: 'The server never imports the web application',
    path: 'apps/server/src/server/app.ts',
    code: "import '../../../web/src/lib/configuration.ts';",
  },
  {
    rule: 'A service never imports another service',
    path: 'apps/server/src/services/rest/index.ts',
    code: "import '../auth/index.ts';",
  },
  {
    rule: 'Below its routes the auth service knows no HTTP',
    path: 'apps/server/src/services/auth/errors.ts',
    code: "import 'hono';",
  },
  {
    rule: 'Below its routes the auth service never imports a route',
    path: 'apps/server/src/services/auth/sessions/sessions.ts',
    code: "import '../routes/bearer.ts';",
  },
  {
    rule: 'The platform never imports a service',
    path: 'apps/server/src/platform/clock.ts',
    code: "import '../services/rest/index.ts';",
  },
  {
    rule: 'What runs services names none of them',
    path: 'apps/server/src/server/app.ts',
    code: "import '../services/rest/index.ts';",
  },
  {
    rule: 'A service knows of what runs it only the shape of a service',
    path: 'apps/server/src/services/rest/index.ts',
    code: "import '../../server/app.ts';",
  },
  {
    rule: 'The domain imports nothing',
    path: 'packages/domain/src/index.ts',
    code: "import 'zod';",
  },
  {
    rule: 'Browser tests import no application code',
    path: 'e2e/main-job.spec.ts',
    code: "import '../apps/web/src/lib/configuration.ts';",
  },
  {
    rule: 'Only configuration reads the environment',
    path: 'apps/server/src/server/app.ts',
    code: 'export const port = process.env.PORT;',
  },
];

describe('The import rules of ARCHITECTURE.md are lint errors', () => {
  const eslint = new ESLint({ cwd: PROJECT_DIR });
  for (const { rule, path, code } of VIOLATIONS) {
    test(`${rule}: breaking it in ${path} is an error`, { timeout: 60_000 }, async () => {
      const [result] = await eslint.lintText(`${code}\n`, { filePath: join(PROJECT_DIR, path) });
      const rules = result?.messages
        .filter((message) => message.severity === 2)
        .map((message) => message.ruleId);
      expect(
        rules?.some((id) =>
          ['boundaries/dependencies', 'no-restricted-imports', 'no-restricted-properties'].includes(
            id ?? '',
          ),
        ),
      ).toBe(true);
    });
  }
});

test('A circle of imports is a lint error, also one of types alone', async () => {
  await mkdir(join(PROJECT_DIR, 'artifacts'), { recursive: true });
  const dir = await mkdtemp(join(PROJECT_DIR, 'artifacts/circle-'));
  try {
    await writeFile(
      join(dir, 'hen.ts'),
      "import type { Egg } from './egg.ts';\nexport interface Hen {\n  egg: Egg;\n}\n",
    );
    await writeFile(
      join(dir, 'egg.ts'),
      "import type { Hen } from './hen.ts';\nexport interface Egg {\n  hen: Hen;\n}\n",
    );
    const lint = promisify(execFile)(
      process.execPath,
      [
        join(PROJECT_DIR, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.json',
        dir,
      ],
      { cwd: PROJECT_DIR },
    );
    const failure = (await lint.catch((error: unknown) => error)) as { stdout?: string };
    expect(failure.stdout).toContain('no-circles');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
