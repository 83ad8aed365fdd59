import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cruise, makeTree, writeImports, writeIn, type Found, type Import } from './rules-tree.ts';

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
    rule: 'Only services use the messages of the server',
    from: 'apps/server/src/platform/hosts.ts',
    to: 'apps/server/src/paraglide/runtime.ts',
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
    rule: 'The statement parsers import nothing of the product except for the domain',
    from: 'packages/statements/src/index.ts',
    to: 'packages/database/src/index.ts',
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
  {
    from: 'apps/server/src/services/auth/messages/mail.ts',
    to: 'apps/server/src/paraglide/runtime.ts',
  },
  { from: 'packages/statements/src/index.ts', to: 'packages/domain/src/index.ts' },
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
