export { createRestService, type RestServiceOptions } from './service.ts';
