import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';

function createUsualRouter<T>(): Router<T> {
  return new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] });
}

/** Whether a pattern can match paths that begin with the prefix, and only those. */
function isBelow(pattern: string, prefix: string): boolean {
  return pattern === prefix || pattern.startsWith(`${prefix}/`);
}

/**
 * A router for each prefix, and one for all other paths. Hono takes a router
 * that costs several times as much where one pattern is too much for the quick
 * one; so the patterns of one service cost the others nothing.
 */
export function createPrefixRouter<T>(prefixes: readonly string[]): Router<T> {
  const routers = prefixes.map((prefix) => ({ prefix, router: createUsualRouter<T>() }));
  const others = createUsualRouter<T>();
  return {
    name: 'PrefixRouter',
    add(method, pattern, handler) {
      const own = routers.find(({ prefix }) => isBelow(pattern, prefix));
      if (own !== undefined) {
        own.router.add(method, pattern, handler);
        return;
      }
      // What is no prefix's own may be for all of them, as middleware is.
      for (const { router } of routers) router.add(method, pattern, handler);
      others.add(method, pattern, handler);
    },
    match(method, path): Result<T> {
      const own = routers.find(({ prefix }) => isBelow(path, prefix));
      return (own?.router ?? others).match(method, path);
    },
  };
}
