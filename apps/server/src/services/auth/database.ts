import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';

/** A pool or a transaction on it: whatever statements can be sent through. */
export type Database = Sql | postgres.TransactionSql;
