import type { Plugin } from 'vite';

const NAME = /^[\w$]+\.displayName = "[^"]*";$/gm;
const CALL = /= (React\$1\.(?:forwardRef|createContext)\()/g;

/**
 * Lets the bundler remove unused parts of the router. It keeps a component that a call creates and that gets
 * a name, with all its imports, even if nothing renders it. Fails the build if the source of the router
 * changes.
 */
export function unnamedRouter(): Plugin {
  let hasLinks = false;
  return {
    name: 'beaconpay-unnamed-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.*\.js$/ },
      handler(code) {
        hasLinks ||= code.includes('\nLink.displayName = "Link";');
        return code.replaceAll(NAME, '').replaceAll(CALL, '= /* @__PURE__ */ $1');
      },
    },
    buildEnd(error) {
      if (error === undefined && !hasLinks) throw new Error('The router names no Link any more.');
    },
  };
}
