import { pointerTo } from '../json/pointer';
import { isObject } from '../json/value';
import { CORRECT, type Draft, type Place } from './draft';

/** A path begins with a slash. */
export function pathWithoutSlash(document: Draft, { pointer, report }: Place): void {
  const { paths } = document;
  if (!isObject(paths)) return;
  const isOdd = (path: string): boolean => !path.startsWith('/') && !path.startsWith('x-');
  if (!Object.keys(paths).some(isOdd)) return;
  // In the order of the document.
  document.paths = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      if (!isOdd(path) || Object.hasOwn(paths, `/${path}`)) return [path, item];
      report({
        pointer: pointerTo(pointer, 'paths', path),
        problem: 'a path must begin with a slash.',
        remedy: `It is read as /${path}.`,
        correction: CORRECT,
      });
      return [`/${path}`, item];
    }),
  );
}
