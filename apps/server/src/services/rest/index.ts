export { createRestService, type RestService, type RestServiceOptions } from './service.ts';
