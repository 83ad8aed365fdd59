import type { StorageApp } from './storage-app.ts';

const ROUTE = '/upload/resumable';

export function addResumableRoutes({ app, callOf, resumable }: StorageApp): void {
  for (const path of [ROUTE, `${ROUTE}/`, `${ROUTE}/:id`]) {
    app.on(['POST', 'HEAD', 'GET', 'PATCH', 'DELETE', 'OPTIONS'], path, async (context) => {
      const call = await callOf(context);
      return resumable.handle(context.req.raw, call);
    });
  }
}
