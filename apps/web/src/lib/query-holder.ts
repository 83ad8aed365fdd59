import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** The page's one cache of answers, which is made by the first part that asks for something. */
export interface QueryHolder {
  readonly client: QueryClient | null;
  obtain: (create: () => QueryClient) => QueryClient;
}

export const QueryHolderContext = createContext<QueryHolder | null>(null);

export function createQueryHolder(): QueryHolder {
  let client: QueryClient | null = null;
  return {
    get client() {
      return client;
    },
    obtain: (create) => (client ??= create()),
  };
}
