import { templateNames } from '../paths/template';

/** What a path means among others. */
interface PathPlace {
  /** The collection's path in one spelling: without a slash or a suffix at its end. */
  readonly collection: string;
  /** Whether it names one item of that collection. */
  readonly isItem: boolean;
}

/** Ends of paths that say how the reply is written, not what it is about. */
const SUFFIX = /\.(?:json|xml|ya?ml|csv|html?)$/i;

/**
 * A path is an item where its last segment is one template, and a collection where it is not. A slash at its end
 * (`/things/`, `/things/{thingId}/`), and a suffix (`/things.json`, `/things/{thingId}.json`) make no difference.
 */
export function placeOfPath(path: string): PathPlace {
  const bare = bareOf(path);
  const end = bare.lastIndexOf('/');
  const isItem = /^\{[^{}]+\}$/.test(bare.slice(end + 1));
  return { collection: isItem ? bare.slice(0, end) : bare, isItem };
}

/**
 * What a path that lies below an item's calls the parameters of that one, by their names there: two paths may call the same
 * parameter by different names, and end in a slash or a suffix or not. Undefined where it lies below no such item.
 */
export function namesAbove(path: string, itemPath: string | undefined): ReadonlyMap<string, string> | undefined {
  if (itemPath === undefined || !startsBelow(shapeOf(path), shapeOf(bareOf(itemPath)))) return undefined;
  if (bareOf(path) === bareOf(itemPath)) return undefined;
  const names = templateNames(path);
  return new Map(templateNames(itemPath).map((name, index) => [name, names[index] ?? name]));
}

/** What a path calls the parameter at the end of an item's path that it lies below; undefined where it does not. */
export const itemNameIn = (path: string, itemPath: string | undefined): string | undefined =>
  namesAbove(path, itemPath)?.get(lastTemplateOf(itemPath ?? '') ?? '');

/** A colon, too, leads from an item to what is done with it: `/things/{thingId}:archive`. */
const startsBelow = (path: string, item: string): boolean => path.startsWith(`${item}/`) || path.startsWith(`${item}:`);

const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');

/** A path without a slash or a suffix at its end. */
export const bareOf = (path: string): string => path.replace(/\/+$/, '').replace(SUFFIX, '');

/** The name of the template at the end of an item's path. */
export const lastTemplateOf = (path: string): string | undefined => /\{([^{}]+)\}$/.exec(bareOf(path))?.[1];

/** The last segment of a path that is no template. */
export const lastWordOf = (path: string): string | undefined =>
  bareOf(path)
    .split('/')
    .findLast((segment) => segment !== '' && !segment.includes('{'));
