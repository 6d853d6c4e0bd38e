/** Which scenario files a command line means, and their content. */
import { readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { CannotRun } from './cannot-run.js';

/**
 * Each path in turn: a file as it is, a folder as every *.jsonl file below it, sorted by path (byte order). Throws
 * CannotRun for a path that does not exist or cannot be read, and for a folder without such a file.
 */
export function findScenarios(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (statusOf(path).isDirectory() ? scenariosBelow(path) : [path]));
}

/** Throws CannotRun. */
export function readScenario(path: string): Uint8Array {
  return unlessUnreadable(path, () => readFileSync(path));
}

function statusOf(path: string): Stats {
  const status = unlessUnreadable(path, () => statSync(path, { throwIfNoEntry: false }));
  if (!status) throw new CannotRun(`there is no file or folder '${path}'`);
  return status;
}

function scenariosBelow(folder: string): string[] {
  const found = unlessUnreadable(folder, () => filesBelow(folder)).filter(isScenario);
  if (found.length === 0) throw new CannotRun(`the folder '${folder}' holds no .jsonl file`);
  return found.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

/** Folders behind symbolic links are left out: such a link may lead back to where it stands. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder.endsWith('/') ? folder + entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function isScenario(path: string): boolean {
  return path.endsWith('.jsonl') && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

function unlessUnreadable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new CannotRun(`'${path}' cannot be read`);
  }
}
