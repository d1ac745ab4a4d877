import { dirname, resolve } from 'node:path';
import { isObject } from '../json/value';
import { ContractError } from '../model/problem';
import { MAX_BYTES, MAX_FILES } from './limits';
import { isAllowedFile, placesOf, targetOf } from './places';
import { bytesUpTo, readTextFile } from './read-text';
import { parseYaml } from './yaml';

/**
 * Absolute paths of a document's own file and of those that references may lead to, there or not. What can't be read leads no further,
 * nor does anything while a place of `allowRefs` is not there. Both arguments are those of `loadContract`.
 */
export async function documentFiles(name: string, allowRefs: readonly string[] = []): Promise<readonly string[]> {
  const found = new Set([resolve(name)]);
  const places = await placesOf({ name, url: name }, allowRefs).catch((error: unknown) => {
    if (error instanceof ContractError) return undefined;
    throw error;
  });
  if (places === undefined) return [...found];
  // The loop also visits what is added meanwhile.
  for (const file of found) {
    for (const other of await referencesIn(file)) {
      if (found.size <= MAX_FILES && isAllowedFile(places, await targetOf(other))) found.add(other);
    }
  }
  return [...found];
}

async function referencesIn(file: string): Promise<readonly string[]> {
  const text = await readTextFile(file, bytesUpTo(MAX_BYTES)).catch(() => '');
  try {
    return [...referencesOf(parseYaml(file, text))].map((reference) => resolve(dirname(file), reference));
  } catch (error) {
    if (error instanceof ContractError) return [];
    throw error;
  }
}

/** The paths of other files in the `$ref`s of a value. */
function referencesOf(value: unknown, found = new Set<string>(), seen = new Set<unknown>()): ReadonlySet<string> {
  // YAML's aliases may lead back to where they stand.
  if (typeof value !== 'object' || value === null || seen.has(value)) return found;
  seen.add(value);
  const path = isObject(value) && typeof value.$ref === 'string' ? pathOf(value.$ref) : '';
  if (path !== '') found.add(path);
  for (const part of Object.values(value)) referencesOf(part, found, seen);
  return found;
}

/** RFC 3986 §4.2: a relative reference, percent-encoded; empty for one inside the document, and for a URL. */
function pathOf(reference: string): string {
  const [path = ''] = reference.split('#');
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
