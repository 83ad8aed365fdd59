import path from 'node:path';
import type { Plugin } from 'vite';

const SRC = path.resolve(import.meta.dirname, '../src');

const DOMAIN = '../../../packages/domain/src';
const ICONS = path.resolve(
  import.meta.dirname,
  '../../../node_modules/lucide-react/dist/esm/icons',
);
const REALTIME = path.resolve(
  import.meta.dirname,
  '../../../node_modules/@supabase/realtime-js/dist/module/index.js',
);
const QUERY = path.resolve(
  import.meta.dirname,
  '../../../node_modules/@tanstack/react-query/build/modern',
);
const queryModules = (...names: string[]) => names.map((name) => path.join(QUERY, `${name}.js`));
const icons = (...names: string[]) => names.map((name) => path.join(ICONS, `${name}.mjs`));

/** Separate from the app's own chunk, so that it stays in the browser's cache when only the app changes. */
const APART: Readonly<Record<string, readonly string[]>> = {
  react: ['react-dom/client.js', 'react/jsx-runtime.js'].map((file) =>
    path.resolve(import.meta.dirname, '../../../node_modules', file),
  ),
};

/**
 * Modules that are loaded together. Each group includes its imports that no group above has. Without groups
 * the bundler creates a chunk for each set of modules that some routes share.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'first-view': [
    'components/ui/card.tsx',
    'components/data/rich-text.tsx',
    'session/dashboard-path.ts',
    ...icons(
      'arrow-down-left',
      'building-complex',
      'check',
      'layout-dashboard',
      'log-in',
      'shield-check',
      'zap',
    ),
  ],
  pages: [
    'components/ui/page-header.tsx',
    'components/ui/badge.tsx',
    'components/ui/input.tsx',
    'components/ui/label.tsx',
    'components/ui/native-select.tsx',
    'components/sign-in/log-in-notice.tsx',
    'lib/use-search-param-state.ts',
    'components/loading/chunk-error-alert.tsx',
    'components/loading/try-again-link.tsx',
  ],
  'empty-states': ['components/ui/empty-state.tsx', ...icons('eye', 'eye-off', 'search-x')],
  texts: [
    `${DOMAIN}/text-direction.ts`,
    'lib/session-storage.ts',
    'lib/uuid.ts',
    'paraglide/registry.js',
  ],
  'card-secrets': ['lib/card-secret-message.ts'],
  'bank-accounts': [`${DOMAIN}/iban.ts`],
  products: [
    ...['money', 'limits', 'card-tiers', 'recharges', 'transaction-types', 'account-types'].map(
      (file) => `${DOMAIN}/${file}.ts`,
    ),
    'payment/card-name.ts',
    'payment/recharge-type-labels.ts',
  ],
  forms: [
    'components/fields/text-field.tsx',
    'components/ui/radio-cards.tsx',
    'components/ui/use-form-rules.ts',
  ],
  people: [
    `${DOMAIN}/countries.ts`,
    `${DOMAIN}/search-text.ts`,
    'lib/country-label.ts',
    'lib/date-of-birth.ts',
  ],
  amounts: ['lib/format-amount.ts'],
  'typed-amounts': [`${DOMAIN}/typed-amount.ts`],
  'phone-numbers': [`${DOMAIN}/phone-number.ts`],
  rules: [
    'components/sign-in/credentials.schema.ts',
    'components/sign-in/code.schema.ts',
    'lib/email-address.ts',
    'lib/amount-of.ts',
    'lib/option-field.ts',
    'lib/optional-fields.ts',
  ],
  simulations: [
    'components/simulation/use-simulated-submission.ts',
    'components/fields/amount-fields.tsx',
    'components/simulation/simulation-notices.tsx',
  ],
  queries: ['app/with-queries.tsx', ...queryModules('queryOptions')],
  'query-hooks': queryModules('useQuery'),
  live: [REALTIME],
  'own-cards': [
    'components/cards/card-face.tsx',
    'app/lazy-my-cards.tsx',
    'components/ui/progress.tsx',
  ],
  paying: [
    'payment/payment-method-texts.ts',
    'session/require-session.ts',
    'lib/use-was-in-view.ts',
    ...icons('landmark', 'qr-code'),
  ],
  'manual-payment': [
    'payment/manual-payment-form.tsx',
    'payment/manual-payment-values.ts',
    'payment/again.tsx',
    'payment/prefill.ts',
    'app/success-page.ts',
  ],
  'record-texts': [
    'payment/record-kinds.ts',
    'payment/transaction-reference.ts',
    'payment/payment-methods.ts',
    'payment/record-contents.ts',
    'components/data/status-badge.tsx',
    'components/data/isolated.tsx',
    ...icons('printer'),
  ],
  records: ['payment/api.ts', 'payment/idempotency-key.ts'],
  captcha: ['captcha-box.tsx', 'captcha-control.ts', 'provider-widget.ts'].map(
    (file) => `components/captcha/${file}`,
  ),
  passwords: ['components/fields/password-field.tsx'],
  'mfa-challenge': ['session/mfa/mfa-challenge.ts', 'lib/web-authn.ts'],
  'sign-in': ['components/sign-in/credentials-form.tsx', 'components/captcha/use-captcha.ts'],
  gates: [
    'session/route-guard.tsx',
    'components/sign-in/gate-notice.tsx',
    'app/lazy-dashboard.tsx',
    'session/log-in-gate.tsx',
    ...icons('key-round', 'life-buoy', 'log-out'),
  ],
  dashboards: [
    'lib/format.ts',
    'components/loading/load-error.tsx',
    'components/data/reference.tsx',
    'lib/watch-rows.ts',
    ...icons('briefcase-business', 'circle-x', 'user-round', 'users-round'),
  ],
};

interface Group {
  name: string;
  ids: ReadonlySet<string>;
}

function groupsOf(table: Readonly<Record<string, readonly string[]>>): Group[] {
  return Object.entries(table).map(([name, files]) => ({
    name,
    ids: new Set(files.map((file) => path.resolve(SRC, file))),
  }));
}

/** Defines the chunks. A group with modules that were moved or are no longer used fails the build. */
export function chunkGroups(): Plugin {
  const apart = groupsOf(APART);
  const groups = groupsOf(GROUPS);
  const byModule = ({ name, ids }: Group) => ({ name, test: (id: string) => ids.has(id) });
  const ordered = [
    ...apart.map(byModule),
    { name: 'app', tags: ['$initial' as const] },
    ...groups.map(byModule),
  ];
  return {
    name: 'beaconpay-chunk-groups',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: ordered.map((group, index) => ({
                ...group,
                priority: ordered.length - index,
              })),
            },
          },
        },
      },
    }),
    generateBundle(_options, bundle) {
      const bundled = new Set(
        Object.values(bundle).flatMap((output) =>
          output.type === 'chunk' ? output.moduleIds : [],
        ),
      );
      for (const { name, ids } of [...apart, ...groups]) {
        for (const id of ids) {
          if (!bundled.has(id)) throw new Error(`Chunk "${name}": ${id} is no part of the app.`);
        }
      }
    },
  };
}
