import { parseArgs } from 'node:util';

interface CommandForm {
  /** As it is shown: `backup -- <folder>`. */
  readonly usage: string;
  /** How many words it takes besides flags. */
  readonly least?: number;
  readonly most?: number;
  /** The names of the flags, without dashes. */
  readonly flags?: readonly string[];
}

interface CommandLine {
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
}

/** The command line is not valid, so nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError */
export function parseCommandLine(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  { least = 0, most = 0, flags = [] }: CommandForm,
): CommandLine {
  // npm takes a flag before "--" as its own and passes it on as a variable.
  const kept = flags.find((flag) => environment[`npm_config_${flag}`] !== undefined);
  if (kept !== undefined) throw new UsageError(`Put --${kept} after "--": -- --${kept}`);
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    });
    if (positionals.length < least) throw new UsageError('Missing argument.');
    if (positionals.length > most) {
      throw new UsageError(`Unexpected argument "${positionals[most] ?? ''}".`);
    }
    return { words: positionals, flags: new Set(Object.keys(values)) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

/** The command line of this process, which ends where it is not valid or asks for help. */
export function readCommandLine(form: CommandForm): CommandLine {
  const given = process.argv.slice(2);
  const usage = `Usage: npm run ${form.usage}`;
  if (given.includes('--help') || given.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseCommandLine(given, process.env, form);
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}
