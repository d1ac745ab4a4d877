import { shellWord } from './printable';

/** The words by which curl sends a method and an address as they are. In print, flags have their long names. */
export function curlFlags(method: string, address: string, hasBody: boolean, inPrint = false): readonly string[] {
  const [path = ''] = address.split(/[?#]/);
  return [
    // Otherwise curl expands brackets to ranges and sets, and removes `..` from a path.
    ...(/[[\]{}]/.test(address) ? [inPrint ? '--globoff' : '-g'] : []),
    ...(/\/\.\.?(\/|$)/.test(path) ? ['--path-as-is'] : []),
    ...methodFlags(method, hasBody, inPrint),
  ];
}

/** curl sends GET without a body and POST with one. It would wait for the body of a reply to HEAD. */
function methodFlags(method: string, hasBody: boolean, inPrint: boolean): readonly string[] {
  if (method === 'HEAD') return [inPrint ? '--head' : '-I'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', shellWord(method)];
}

/** A header for `-H`: curl leaves one out that has nothing behind its colon, and sends it empty where a semicolon stands. */
export const curlHeader = (name: string, value: string): string => (value === '' ? `${name};` : `${name}: ${value}`);

/**
 * The words that carry a credential; those of a query stand in the address.
 *
 * @param carried `prefix` is what stands before it, such as `Bearer `
 * @param word the credential as a word of a shell, between two texts
 */
export function credentialFlags(
  carried: { readonly in: 'header' | 'query' | 'cookie'; readonly parameter: string; readonly prefix: string },
  word: (before: string, after: string) => string,
): readonly string[] {
  const { in: place, parameter, prefix } = carried;
  if (place === 'query') return [];
  // As a user without a password.
  if (prefix === 'Basic ') return ['-u', word('', ':')];
  return place === 'cookie' ? ['-b', word(`${parameter}=`, '')] : ['-H', word(`${parameter}: ${prefix}`, '')];
}
