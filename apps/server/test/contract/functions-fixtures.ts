import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../support/index.ts';
import { childrenOf } from '../support/processes.ts';

/** Functions that break the rules, and a few that keep them. */
export const FIXTURES_DIR = fileURLToPath(
  new URL('../functions-fixtures/functions', import.meta.url),
);

export function startFunctionsServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return startTestServer({ environment: { FUNCTIONS_DIR: FIXTURES_DIR, ...environment } });
}

/** The ids of the Deno processes that a server process or one of its workers started. */
export function denoProcessesOf(processId: number): number[] {
  const children = childrenOf(processId);
  return [...children, ...children.flatMap((child) => childrenOf(child.processId))]
    .filter(({ command }) => command.includes('supervisor.ts'))
    .map((process) => process.processId);
}
