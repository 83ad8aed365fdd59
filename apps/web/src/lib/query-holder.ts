import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** Holds the query client of the page. The first component that needs it creates it. */
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
