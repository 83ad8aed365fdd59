import type { Plugin } from 'vite';

const NAME = /^[\w$]+\.displayName = "[^"]*";$/gm;
const CALL = /= (React\$1\.(?:forwardRef|createContext)\()/g;

/** An option that this app does not set, with code of its own. */
const INSTRUMENTATIONS = 'init.instrumentations';

/** The sentence of an assertion or a warning. It explains a mistake in the use of the router to contributors. */
const SENTENCE =
  /\b(invariant|warning)\(((?:[^()"`]|\([^()]*\))*?),\s*("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*\)/g;

/**
 * Lets the bundler remove unused parts of the router. It keeps a component that a call creates and that gets
 * a name, with all its imports, even if nothing renders it, and the code of options that are not set. Development
 * keeps the sentences for contributors, which the first load has no room for. Fails the build if the source of the
 * router changes.
 */
export function unnamedRouter(): Plugin {
  let hasLinks = false;
  let hasInstrumentations = false;
  let hasSentences = false;
  return {
    name: 'beaconpay-unnamed-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.*\.js$/ },
      handler(code) {
        hasLinks ||= code.includes('\nLink.displayName = "Link";');
        hasInstrumentations ||= code.includes(INSTRUMENTATIONS);
        hasSentences ||= code.search(SENTENCE) !== -1;
        return code
          .replaceAll(NAME, '')
          .replaceAll(CALL, '= /* @__PURE__ */ $1')
          .replaceAll(INSTRUMENTATIONS, 'undefined')
          .replaceAll(SENTENCE, '$1($2)');
      },
    },
    buildEnd(error) {
      if (error !== undefined) return;
      if (!hasLinks) throw new Error('The router names no Link any more.');
      if (!hasSentences) throw new Error('The router has no sentences for contributors any more.');
      if (!hasInstrumentations) throw new Error('The router has no instrumentations any more.');
    },
  };
}
