import type { Rolldown } from 'vite';

export type ChunksByName = ReadonlyMap<string, Pick<Rolldown.OutputChunk, 'imports'>>;

/** The file of a chunk and the files that it imports, directly or through others. They are added to `files`. */
export function withImports(
  fileName: string,
  byName: ChunksByName,
  files = new Set<string>(),
): Set<string> {
  if (fileName === '' || files.has(fileName)) return files;
  files.add(fileName);
  for (const imported of byName.get(fileName)?.imports ?? []) withImports(imported, byName, files);
  return files;
}
