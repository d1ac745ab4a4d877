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

/** Whether a path lies below an item's path, whatever stands at the end of that. */
export const isBelowItem = (path: string, itemPath: string | undefined): boolean =>
  itemPath !== undefined && path.startsWith(`${bareOf(itemPath)}/`) && bareOf(path) !== bareOf(itemPath);

/** A path without a slash or a suffix at its end. */
export const bareOf = (path: string): string => path.replace(/\/+$/, '').replace(SUFFIX, '');

/** The name of the template at the end of an item's path. */
export const lastTemplateOf = (path: string): string | undefined => /\{([^{}]+)\}$/.exec(bareOf(path))?.[1];

/** The last segment of a path that is no template. */
export const lastWordOf = (path: string): string | undefined =>
  bareOf(path)
    .split('/')
    .findLast((segment) => segment !== '' && !segment.includes('{'));
