import { connectionAs, type ConnectionSettings } from '../../platform/database/connection.ts';
import { ROLE_SETTINGS } from '../../platform/database/role-settings.ts';
import { openConnection, requestCancel } from '../../platform/database/wire/connect.ts';
import { DatabaseError } from '../../platform/database/wire/errors.ts';
import {
  runStatement,
  runText,
  runTextWithoutRows,
} from '../../platform/database/wire/session-statements.ts';
import type { StatementResult } from '../../platform/database/wire/statement-result.ts';
import { WireConnection } from '../../platform/database/wire/wire-connection.ts';

/** After a cancel request, Postgres usually answers at once. */
const CANCEL_TIMEOUT_MS = 500;
/** How soon Postgres ends a command whose process has died. */
const CLIENT_CHECK_MS = 2_000;
const TEXT_OID = 25;

/** A session that is the role of a job from its login on. */
export interface JobSession {
  readonly processId: number;
  /**
   * Runs a command.
   *
   * @param signal cancels it
   * @throws DatabaseError, ConnectionError
   */
  run(command: string, signal: AbortSignal): Promise<readonly StatementResult[]>;
  close(): void;
}

/** Applies the settings of the role, which Postgres applies at a login as this role only. */
async function applySettings(connection: WireConnection, username: string): Promise<void> {
  await runStatement(connection, {
    text: `select set_config(name, value, false) from (${ROLE_SETTINGS}) as setting where role = $1`,
    parameters: [username],
    types: [TEXT_OID],
  });
  await runText(
    connection,
    `set client_connection_check_interval = ${String(CLIENT_CHECK_MS)}`,
  ).catch((error: unknown) => {
    // Some operating systems do not support it.
    if (!(error instanceof DatabaseError)) throw error;
  });
}

async function runCancellable(
  connection: WireConnection,
  command: string,
  signal: AbortSignal,
): Promise<readonly StatementResult[]> {
  let timer: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    void requestCancel(connection.opened).catch(() => undefined);
    timer = setTimeout(() => connection.destroy(), CANCEL_TIMEOUT_MS);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    return await runTextWithoutRows(connection, command);
  } finally {
    signal.removeEventListener('abort', cancel);
    clearTimeout(timer);
  }
}

/**
 * Opens a session for a job. It logs in as a role that is a member of the job's role only, and that role is the
 * session's default: `reset role` keeps it, and `set role none` leaves no rights.
 *
 * @throws ConnectionError, DatabaseError
 */
export async function openJobSession(
  owner: ConnectionSettings,
  { runner, username, name }: { runner: string; username: string; name: string },
): Promise<JobSession> {
  const opened = await openConnection(connectionAs(owner, runner), {
    application_name: name,
    role: username,
  });
  const connection = new WireConnection(opened, { onClose: () => undefined });
  try {
    await applySettings(connection, username);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return {
    processId: opened.session.processId,
    run: (command, signal) => runCancellable(connection, command, signal),
    close: () => connection.close(),
  };
}
