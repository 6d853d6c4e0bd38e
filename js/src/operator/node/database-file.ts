import { statSync, type Stats } from 'node:fs';
import { RestanteError } from '../../errors.js';
import { shownName } from '../shown-text.js';

/** The storage would say this in words of its own, and in others for a folder that is missing. */
export function refuseWhatIsNoFile(path: string): void {
  if (path === '' || path === ':memory:') return;
  const status = statusOf(path);
  if (status === 'none') throw new RestanteError('io', `there is no file ${shownName(path)}`);
  if (status !== 'unknown' && status.isDirectory()) throw new RestanteError('io', `${shownName(path)} is a folder`);
}

function statusOf(path: string): Stats | 'none' | 'unknown' {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? 'none';
  } catch {
    return 'unknown'; // the storage will tell
  }
}
