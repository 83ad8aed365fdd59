import type { SignedInPerson } from './customers.ts';
import type { RecordedScenario } from './floor-transactions.ts';
import type { PreparedRequests } from './processes/http-load.ts';
import {
  insertOrderRequest,
  ownOrdersRequest,
  pendingPageRequest,
  signInRequest,
  toWireText,
  type ApiRequest,
  type ScenarioName,
} from './requests.ts';

export const SCENARIO_TITLES: Readonly<Record<ScenarioName, string>> = {
  'own-orders': 'A customer’s ten newest orders, profile embedded',
  'unfiltered-orders': 'The same without a filter by customer',
  'pending-page': 'The administrator’s pending page with exact count',
  'insert-order': 'Inserting an order',
  'sign-in': 'Signing in',
};

export interface Scenario extends RecordedScenario {
  /** Whether it is a transaction of the data API, which the bare driver can also send. */
  readonly isTransaction: boolean;
}

interface Cast {
  readonly customers: readonly SignedInPerson[];
  readonly administrator: SignedInPerson;
  /** The password of all accounts. */
  readonly password: string;
  readonly publishableKey: string;
}

export function createScenarios(cast: Cast): Scenario[] {
  const { customers, administrator, password, publishableKey: key } = cast;
  return [
    {
      name: 'own-orders',
      isTransaction: true,
      people: customers,
      requestOf: (person) => ownOrdersRequest(person, key),
    },
    {
      name: 'unfiltered-orders',
      isTransaction: true,
      people: customers,
      requestOf: (person) => ownOrdersRequest(person, key, false),
    },
    {
      name: 'pending-page',
      isTransaction: true,
      people: [administrator],
      requestOf: (person) => pendingPageRequest(person, key),
    },
    {
      name: 'insert-order',
      isTransaction: true,
      people: customers,
      requestOf: (person) => insertOrderRequest(person, key),
    },
    {
      name: 'sign-in',
      isTransaction: false,
      people: customers,
      requestOf: (person) => signInRequest(person, password, key),
    },
  ];
}

/** Prepares the requests of the load generator, by scenario. */
export function toPreparedRequests(
  scenarios: readonly Scenario[],
  port: number,
): Partial<Record<ScenarioName, PreparedRequests>> {
  return Object.fromEntries(
    scenarios.map(({ name, people, requestOf }): [ScenarioName, PreparedRequests] => {
      const requests: ApiRequest[] = people.map(requestOf);
      return [
        name,
        {
          texts: requests.map((request) => toWireText(request, port)),
          expectedStatus: requests[0]?.expectedStatus ?? 200,
        },
      ];
    }),
  );
}
