import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../support/index.ts';

/** Functions that do what functions should not, and a few that behave. */
export const FIXTURES_DIR = fileURLToPath(
  new URL('../functions-fixtures/functions', import.meta.url),
);

export function startFunctionsServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return startTestServer({ environment: { FUNCTIONS_DIR: FIXTURES_DIR, ...environment } });
}

/** The Deno processes that a process of ours started, by id. */
export function denoProcessesOf(parentId: number): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match?.[2] === String(parentId) && match[3]?.includes('supervisor.ts'))
    .map((match) => Number(match?.[1]));
}
