import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Source } from '../model/contract';
import { ContractError } from '../model/problem';
import { reasonOf } from './read-text';
import { isUrl } from './source';

/** Where the references of a document may lead. */
export interface AllowedPlaces {
  /** Where they may lead by default, in words. */
  readonly home: string;
  /** Absolute paths, no part of which is a link. */
  readonly folders: readonly string[];
  readonly origins: readonly string[];
}

/**
 * The document's own folder or origin, and the folders, files and origins that are allowed besides.
 *
 * @throws ContractError for a folder or file that is not there
 */
export async function placesOf(
  { name, url }: Pick<Source, 'name' | 'url'>,
  allowed: readonly string[],
): Promise<AllowedPlaces> {
  const folders = await Promise.all(allowed.filter((place) => !isUrl(place)).map(folderAt));
  const origins = allowed.filter(isUrl).map((place) => new URL(place).origin);
  if (isUrl(name)) {
    const own = new URL(url).origin;
    return { home: `the document's origin ${own}`, folders, origins: [new URL(name).origin, own, ...origins] };
  }
  const own = await folderAt(name === '-' ? '.' : dirname(name));
  return { home: `the document's folder ${own}`, folders: [own, ...folders], origins };
}

async function folderAt(name: string): Promise<string> {
  try {
    return await realpath(name);
  } catch (error) {
    throw new ContractError(
      name,
      '',
      `is no place that references can be allowed to lead to: ${reasonOf(error)}.`,
      'Name a folder or file that is there, or an origin such as https://schemas.example.',
    );
  }
}

/** Whether a URL is of one of the origins. */
export const isAllowedUrl = ({ origins }: AllowedPlaces, url: string): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);

/** Whether a file lies in one of the folders; by what its path stands for (`targetOf`), so that no link leads out of them. */
export const isAllowedFile = ({ folders }: AllowedPlaces, target: string): boolean =>
  folders.some((folder) => isInside(folder, target));

/** The path that a file's path stands for, no part of which is a link. One that is not there is judged by its path alone. */
export async function targetOf(file: string): Promise<string> {
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return realpath(file).catch(() => resolve(folder, relative(dirname(file), file)));
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return !isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way);
}
