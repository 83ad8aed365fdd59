import path from 'node:path';

const SRC = path.resolve(import.meta.dirname, '../src');

/** The group of these modules and of all that they need, as far as no group above has it. */
function partOf(name: string, ...roots: string[]) {
  const ids = new Set(roots.map((root) => path.join(SRC, root)));
  return { name, test: (id: string) => ids.has(id) };
}

/**
 * Which modules travel together, first come, first served. Left alone, the bundler cuts a chunk for
 * every set of modules that some routes share, down to single icons.
 */
export const chunkGroups = [
  { name: 'app', tags: ['$initial' as const] },
  partOf(
    'first-view',
    'components/ui/card.tsx',
    'components/ui/use-toast.ts',
    'session/dashboard-path.ts',
  ),
  partOf('session', 'session/update-profile.ts'),
  partOf(
    'pages',
    'components/ui/alert.tsx',
    'components/ui/page-header.tsx',
    'components/log-in-notice.tsx',
  ),
  { name: 'icons', minShareCount: 2, test: (id: string) => id.includes('/lucide-react/') },
  partOf(
    'forms',
    'components/text-field.tsx',
    'components/ui/form.tsx',
    'components/ui/native-select.tsx',
    'components/ui/radio-cards.tsx',
  ),
  { name: 'forms', test: (id: string) => /\/(zod|resolvers)\//.test(id) },
  partOf('queries', 'app/with-queries.tsx'),
  partOf('dialog', 'components/ui/dialog.tsx'),
  partOf(
    'manual-payment',
    'components/manual-payment-fields.tsx',
    'components/manual-payment.schema.ts',
    '../../../packages/domain/src/card-tiers.ts',
    'session/use-manual-submission.ts',
    'lib/insert-once.ts',
  ),
].map((group, index, { length }) => ({ ...group, priority: length - index }));
