import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import type { ExecutedStatement } from './capture/frontend-messages.ts';
import { startRecordingProxy } from './capture/recording-proxy.ts';
import type { SignedInPerson } from './customers.ts';
import { openHttpConnection } from './http-connection.ts';
import type { PreparedTransactions } from './processes/driver-floor.ts';
import { toWireText, type ApiRequest, type ScenarioName } from './requests.ts';
import { startServerProcess, type ServerProcessOptions } from '../shared/server-process.ts';
import { DATA_API_ROLE } from '@beaconpay/server/platform/database/service-roles';

export interface RecordedScenario {
  readonly name: ScenarioName;
  /** The users who send requests, round-robin. The request of the first one is recorded. */
  readonly people: readonly SignedInPerson[];
  readonly requestOf: (person: SignedInPerson) => ApiRequest;
}

const byLengthDescending = (
  left: readonly [string, string],
  right: readonly [string, string],
): number => right[0].length - left[0].length;

/** The values that differ between the transactions of users. */
function personalTexts(person: SignedInPerson): string[] {
  return [person.id, person.email, person.fullName, person.sessionId, person.token];
}

/** Replaces the values of one user in a recorded value with those of another user. */
function translateFor(recorded: SignedInPerson, other: SignedInPerson) {
  const theirs = personalTexts(other);
  const pairs = personalTexts(recorded)
    .map((text, index) => [text, theirs[index] ?? ''] as const)
    .filter(([text]) => text !== '')
    .sort(byLengthDescending);
  return (value: string): string =>
    pairs.reduce((text, [from, to]) => text.replaceAll(from, to), value);
}

/** The floor has explicit transactions, even if the server uses implicit ones. */
const BEGIN = { text: 'begin', parameters: null };
const COMMIT = { text: 'commit', parameters: null };

function isTransactionBound(text: string): boolean {
  return /^(begin|commit|rollback)\b/i.test(text);
}

function toTransactions(
  { name, people }: RecordedScenario,
  executed: readonly ExecutedStatement[],
): PreparedTransactions {
  const sent = executed.filter(
    ({ user, text }) => user === DATA_API_ROLE && !isTransactionBound(text),
  );
  const [recorded] = people;
  if (recorded === undefined || sent.length === 0) throw new Error(`Nothing was sent for ${name}.`);
  const statements = [BEGIN, ...sent, COMMIT];
  return {
    statements: statements.map(({ text, parameters }) => ({
      text,
      hasParameters: parameters !== null,
    })),
    values: people.map((person) => {
      const translate = translateFor(recorded, person);
      return statements.map(({ parameters }) =>
        (parameters ?? []).map((value) => (value === null ? null : translate(value))),
      );
    }),
  };
}

/**
 * Records the transactions of the server: each request is sent once to a server whose connections to
 * Postgres pass a recording proxy. The floor therefore follows all changes of the server's SQL.
 */
export async function recordTransactions(
  options: Omit<ServerProcessOptions, 'workers'> & { readonly connection: ConnectionSettings },
  scenarios: readonly RecordedScenario[],
): Promise<Partial<Record<ScenarioName, PreparedTransactions>>> {
  const proxy = await startRecordingProxy(options.connection);
  const server = await startServerProcess({
    ...options,
    connection: proxy.connection,
    workers: 1,
  });
  const http = await openHttpConnection(server.port);
  try {
    const transactions: Partial<Record<ScenarioName, PreparedTransactions>> = {};
    for (const scenario of scenarios) {
      const [person] = scenario.people;
      if (person === undefined) throw new Error(`No user sends ${scenario.name}.`);
      const request = scenario.requestOf(person);
      const send = async (): Promise<void> => {
        const { status, body } = await http.send(toWireText(request, server.port));
        if (status !== request.expectedStatus) {
          throw new Error(`${scenario.name} returned ${String(status)}: ${String(body)}`);
        }
      };
      // The marker is sent as the key, so that the recorded transaction contains it.
      const executed = await proxy.record(send);
      transactions[scenario.name] = toTransactions(scenario, executed);
    }
    return transactions;
  } finally {
    http.close();
    await server.stop();
    await proxy.close();
  }
}
