import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../support/index.ts';
import { childrenOf } from '../support/processes.ts';

/** Functions that do what functions should not, and a few that behave. */
export const FIXTURES_DIR = fileURLToPath(
  new URL('../functions-fixtures/functions', import.meta.url),
);

export function startFunctionsServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return startTestServer({ environment: { FUNCTIONS_DIR: FIXTURES_DIR, ...environment } });
}

/** The Deno processes that a process of ours, or a worker of it, started, by id. */
export function denoProcessesOf(processId: number): number[] {
  const children = childrenOf(processId);
  return [...children, ...children.flatMap((child) => childrenOf(child.processId))]
    .filter(({ command }) => command.includes('supervisor.ts'))
    .map((process) => process.processId);
}
