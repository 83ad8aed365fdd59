export type { ParameterValue, Query, Transaction } from '../../src/platform/database/connection.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';
export {
  CLIENT_ID,
  CLIENT_SECRET,
  startTestProvider,
  type Claims,
  type TestProvider,
} from './test-provider.ts';
