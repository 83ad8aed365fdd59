import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out what the app does not use of the router: a component that is made by a
 * call and given a name is otherwise kept, with all that it needs, whether or not anything shows it.
 */
export function unnamedRouter(): Plugin {
  return {
    name: 'beaconpay-unnamed-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.*\.js$/ },
      handler: (code) =>
        code
          .replaceAll(/^[\w$]+\.displayName = "[^"]*";$/gm, '')
          .replaceAll(/= (React\$1\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  };
}
