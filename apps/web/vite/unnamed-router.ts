import type { Plugin } from 'vite';

const NAME = /^[\w$]+\.displayName = "[^"]*";$/gm;
const CALL = /= (React\$1\.(?:forwardRef|createContext)\()/g;

/**
 * Lets the bundler leave out what the app does not use of the router: a component that is made by a
 * call and given a name is otherwise kept, with all that it needs, whether or not anything shows it.
 * Fails the build once the router is written in another way.
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
