import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { LANGUAGES } from '../../lib/languages.ts';
import { BASE_PATH } from '../../lib/locale.ts';
import { readStoredLanguage } from '../../lib/stored-language.ts';
import { useHasMounted } from '../../lib/use-has-mounted.ts';

const LanguageOffer = lazyComponent(() => import('./language-offer.tsx'));

/** Offers another language on the first visits of a browser that prefers it. If it does not load, nothing changes. */
export function LazyLanguageOffer() {
  const hasMounted = useHasMounted();
  if (!hasMounted || readStoredLanguage() !== null) return null;
  const shown = LANGUAGES.find(({ basePath }) => basePath === BASE_PATH);
  const preferred = findPreferred(navigator.languages);
  if (shown === undefined || preferred === undefined || preferred === shown) return null;
  return (
    <ChunkBoundary fallback={null}>
      <LanguageOffer language={preferred} shown={shown.tag} />
    </ChunkBoundary>
  );
}

/** The first of the browser's languages that the app has. "de-AT" is German. */
function findPreferred(tags: readonly string[]) {
  return tags
    .map((tag) => LANGUAGES.find((language) => language.tag === tag.split('-')[0]))
    .find((language) => language !== undefined);
}
