import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const crossing = 'This import crosses a boundary of ARCHITECTURE.md ("Who may import whom").';

const shared = ['domain', 'database'];
const webBelowSession = ['web-component', 'web-ui', 'web-lib', ...shared];
const webBelowFeatures = ['web-manual-payment', 'web-session', ...webBelowSession];

/** Each room and the rooms it may import from, besides itself. */
const mayImport = {
  domain: [],
  database: [],
  'web-build': ['domain'],
  'web-main': ['web-app', 'web-session', 'web-ui', 'web-lib'],
  // Screens are tested as people have them: with the whole app around them.
  'web-test': ['web-main', 'web-app', 'web-session', 'web-ui', 'web-lib', 'domain'],
  'web-app': ['web-feature', ...webBelowFeatures],
  'web-feature': webBelowFeatures,
  'web-manual-payment': ['web-session', ...webBelowSession],
  'web-session': webBelowSession,
  'web-component': ['web-ui', 'web-lib', ...shared],
  'web-ui': ['web-lib', 'domain'],
  'web-lib': shared,
  'server-main': ['server-room', 'server-service', 'server-platform'],
  'server-room': ['server-platform'],
  'server-service': ['server-platform', 'server-deno'],
  'server-deno': [],
  'server-platform': [],
  'server-test': [
    'server-main',
    'server-room',
    'server-shape',
    'server-service',
    'server-platform',
  ],
  supabase: ['server-test', ...shared],
  e2e: [],
  scripts: ['server-main', 'server-service', 'server-platform', 'server-test', ...shared],
  bench: ['scripts', 'server-main', 'server-service', 'server-platform', 'server-test', 'domain'],
};

/** Rooms of which there are several: one of them never imports another. */
const ownRoomOnly = {
  'web-feature': { feature: '{{ from.captured.feature }}' },
  'server-service': { service: '{{ from.captured.service }}' },
};

const policies = Object.entries(mayImport).map(([type, others]) => ({
  from: { element: { type } },
  allow: [
    { to: { element: { type, ...(ownRoomOnly[type] ? { captured: ownRoomOnly[type] } : {}) } } },
    ...(others.length > 0 ? [{ to: { element: { type: others } } }] : []),
  ],
}));

policies.push({
  from: { element: { type: 'server-service' } },
  allow: [{ to: { file: { categories: 'service-shape' } } }],
});

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.data/**',
      'artifacts/**',
      'packages/database/src/generated.ts',
      // Deno's own checks are theirs: see scripts/deno.ts.
      'apps/server/deno/{prelude,supervisor}.ts',
      'supabase/functions/**',
      'apps/server/test/functions-fixtures/**',
    ],
  },
  js.configs.recommended,
  // What needs types is in .oxlintrc.json, and asks the native compiler for them.
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    languageOptions: {
      parserOptions: { tsconfigRootDir: import.meta.dirname },
      globals: globals.node,
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['scripts/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/test/**', 'supabase/tests/**', 'e2e/**'],
    rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    languageOptions: { globals: globals.browser },
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['apps/web/**/*.tsx'],
    ...jsxA11y.flatConfigs.strict,
    languageOptions: { globals: globals.browser },
  },

  // Who may import whom. Elements are matched by folder; what is not allowed is an error.
  {
    files: [
      'apps/**/*.{ts,tsx}',
      'packages/**/*.ts',
      'e2e/**/*.ts',
      'scripts/**/*.ts',
      'bench/**/*.ts',
      'supabase/**/*.ts',
    ],
    plugins: { boundaries },
    settings: {
      'import/resolver': {
        typescript: {
          noWarnOnMultipleProjects: true,
          project: ['apps/*/tsconfig.json', 'packages/*/tsconfig.json', 'tsconfig.json'],
        },
      },
      'boundaries/include': [
        'apps/**/*',
        'packages/**/*',
        'e2e/**/*',
        'scripts/**/*',
        'bench/**/*',
        'supabase/**/*',
      ],
      // What a service is: all that services know of what runs them.
      'boundaries/files': [
        { category: 'service-shape', pattern: 'apps/server/src/server/service.ts' },
      ],
      // The first folder that holds a file is its room: inner folders come first.
      'boundaries/elements': [
        { type: 'domain', pattern: 'packages/domain' },
        { type: 'database', pattern: 'packages/database' },
        { type: 'web-app', pattern: 'apps/web/src/app' },
        { type: 'web-feature', pattern: 'apps/web/src/features/*', capture: ['feature'] },
        { type: 'web-manual-payment', pattern: 'apps/web/src/manual-payment' },
        { type: 'web-session', pattern: 'apps/web/src/session' },
        { type: 'web-ui', pattern: 'apps/web/src/components/ui' },
        { type: 'web-component', pattern: 'apps/web/src/components' },
        { type: 'web-lib', pattern: 'apps/web/src/lib' },
        { type: 'web-main', pattern: 'apps/web/src' },
        { type: 'web-test', pattern: 'apps/web/test' },
        { type: 'web-build', pattern: 'apps/web' },
        { type: 'server-test', pattern: 'apps/server/test' },
        { type: 'server-deno', pattern: 'apps/server/deno' },
        { type: 'server-service', pattern: 'apps/server/src/services/*', capture: ['service'] },
        { type: 'server-platform', pattern: 'apps/server/src/platform' },
        { type: 'server-room', pattern: 'apps/server/src/server' },
        { type: 'server-main', pattern: 'apps/server/src' },
        { type: 'supabase', pattern: 'supabase' },
        { type: 'e2e', pattern: 'e2e' },
        { type: 'scripts', pattern: 'scripts' },
        { type: 'bench', pattern: 'bench' },
      ],
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': ['error', { default: 'disallow', message: crossing, policies }],
    },
  },

  // Only lib, session, the payments made by hand and each feature's api.ts or *-api.ts know supabase-js.
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: [
      'apps/web/src/lib/**',
      'apps/web/src/session/**',
      'apps/web/src/manual-payment/api.ts',
      'apps/web/src/features/*/{api,*-api}.ts',
      'apps/web/src/**/*.test.{ts,tsx}',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@supabase/*', '**/lib/supabase*'],
              message: "Only lib, session and a feature's api.ts or *-api.ts talk to the backend.",
            },
          ],
        },
      ],
    },
  },

  // The router's own links bring parts for servers and prefetching: 4 kB on every page.
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.tsx'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router',
              importNames: ['Link', 'NavLink', 'Form'],
              message: 'Links are those of components/link.tsx.',
            },
          ],
        },
      ],
    },
  },

  // Only main.ts (worker.ts in a worker) and config.ts read the environment.
  {
    files: ['apps/server/src/**/*.ts'],
    ignores: [
      'apps/server/src/main.ts',
      'apps/server/src/worker.ts',
      'apps/server/src/config.ts',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only main.ts (worker.ts in a worker) and config.ts read the environment.',
        },
      ],
    },
  },
  // Commands of the auth service take plain values: only its routes know HTTP.
  {
    files: ['apps/server/src/services/auth/**/*.ts'],
    ignores: ['apps/server/src/services/auth/index.ts', 'apps/server/src/services/auth/routes/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(hono|@hono)(/|$)|/platform/http/|/routes/',
              message: 'Below routes/ the auth service knows no HTTP.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/domain/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^[^.]', message: 'packages/domain imports nothing.' }] },
      ],
    },
  },
);
