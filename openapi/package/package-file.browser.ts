import { BAKED, VERSION } from './baked';

/** In a page a file of this package has no other place. */
export const packageFile = (path: string): string => path;

/** @throws an error as Node has it for a file that is not there */
export function packageText(path: string): string {
  const { text, json } = BAKED[path] ?? {};
  const found = text ?? json;
  if (found === undefined) throw Object.assign(new Error(`${path} is not in this bundle`), { code: 'ENOENT' });
  return found;
}

export const version = (): string => VERSION;
