export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';
