import { actingCaller } from './request.ts';
import type { StorageApp } from './storage-app.ts';

const ROUTE = '/upload/resumable';

export function addResumableRoutes({ app, callers, resumable }: StorageApp): void {
  for (const path of [ROUTE, `${ROUTE}/`, `${ROUTE}/:id`]) {
    app.on(['POST', 'HEAD', 'GET', 'PATCH', 'DELETE', 'OPTIONS'], path, async (context) => {
      const acting = await actingCaller(context, callers);
      return resumable.handle(context.req.raw, acting);
    });
  }
}
