import type { Hono, MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { ObjectBackend } from '../backends/backend.ts';
import type { ImageRenderer } from '../render/render-image.ts';
import type { ResumableUploads } from '../resumable/resumable-uploads.ts';
import type { UrlSigner } from '../signed-urls.ts';
import type { Calls } from './request.ts';

/** The dependencies of the routes. */
export interface StorageApp extends Calls {
  readonly app: Hono<ServiceEnv>;
  readonly backend: ObjectBackend;
  readonly urls: UrlSigner;
  readonly images: ImageRenderer;
  readonly resumable: ResumableUploads;
  /** For routes that read the whole body into memory. */
  readonly limitBody: MiddlewareHandler;
}
