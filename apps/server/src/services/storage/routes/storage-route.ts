import type { Route } from '../../../platform/http/route-table.ts';
import type { ObjectBackend } from '../backends/backend.ts';
import type { ImageRenderer } from '../render/render-image.ts';
import type { ResumableUploads } from '../resumable/resumable-uploads.ts';
import type { UrlSigner } from '../signed-urls.ts';
import type { Calls } from './request.ts';

/** The dependencies of the routes. */
export interface StorageApi extends Calls {
  readonly backend: ObjectBackend;
  readonly urls: UrlSigner;
  readonly images: ImageRenderer;
  readonly resumable: ResumableUploads;
}

export type StorageRoute = Route<StorageApi>;
