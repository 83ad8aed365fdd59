import { createElement, lazy, type ComponentType } from 'react';
import { canLoadChunk } from './chunk-preload.ts';
import { ChunkError, withChunkError } from './chunk-error.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Like `lazy`, which keeps a failure forever. This one loads again when the network is back, and the
 * `ChunkBoundary` around it then renders it.
 */
export function lazyComponent<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const loadOnce = withChunkError(load);

  async function loadOrRenew() {
    try {
      if (!canLoadChunk(load)) throw new ChunkError(null);
      return await loadOnce();
    } catch (error) {
      // Added before the boundary's own listener, which React adds after it has the error.
      window.addEventListener('online', renew, { once: true });
      throw error;
    }
  }
  const create = () => lazy(loadOrRenew) as ComponentType<Props>;
  let Part = create();
  function renew() {
    Part = create();
  }

  return function LazyPart(props: Props) {
    return createElement(Part, props);
  };
}
