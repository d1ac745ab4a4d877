/**
 * Links of a record to itself: members whose example in the schema is a path as the record's own, such as `/me/things/12345` for
 * `/me/things/{thingId}`. OpenAPI has no word for them.
 */
import {
  bareOf,
  fits,
  keywordOf,
  memoized,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  schemaAt,
  typesOf,
  withPart,
} from '../../openapi/contract';
import type { Id } from '../world/stores/records';
import type { PathValues } from './scope';

type Fields = Readonly<Record<string, unknown>>;

/** A member that leads to its record: what stands before the segments that end the record's path, and these. */
interface SelfLink {
  readonly at: Steps;
  readonly before: string;
  /** Segments, or the names of templates in the place of them. */
  readonly segments: readonly { readonly text: string; readonly template: string | undefined }[];
}

/** What such members are called, at the top or in one another. */
const NAMES = /^_?(?:links?|self|href|uri|ur[il]s?|resource_ur[il]|api_url)$/i;
const DEEPEST = 3;

const linksIn = memoized(({ schema, itemPath }: Resource): readonly SelfLink[] =>
  itemPath === undefined ? [] : found(schema, itemPath, []),
);

/** Whether records show where they are. */
export const hasSelfLink = (resource: Resource): boolean => linksIn(resource).length > 0;

/** These fields of a record with its links to itself, but for members that `isGiven` and what its schema does not let stand there. */
export function withSelfLinks(
  resource: Resource,
  fields: Fields,
  {
    id,
    path = {},
    isGiven,
  }: { readonly id: Id; readonly path?: PathValues; readonly isGiven: (name: string) => boolean },
): Fields {
  const { schema } = resource;
  return linksIn(resource).reduce((changed, { at, before, segments }) => {
    if (isGiven(at[0] ?? '')) return changed;
    const shown = segments.map(({ text, template }, nth) => {
      if (nth === segments.length - 1) return encodeURIComponent(String(id));
      return encodeURIComponent(String(path[template ?? ''] ?? text));
    });
    const link = [before, ...shown].join('/');
    return fits(schemaAt(schema, at) ?? {}, 'response', link)
      ? (withPart(schema, changed, at, link) as Fields)
      : changed;
  }, fields);
}

function found(schema: Schema, itemPath: string, above: Steps): readonly SelfLink[] {
  return [...propertiesOf(schema).values()].flatMap(({ name, schema: member }) => {
    const at = [...above, name];
    if (!NAMES.test(name)) return [];
    if (typesOf(member).includes('string')) return linkFor(member, itemPath, at) ?? [];
    return at.length < DEEPEST ? found(member, itemPath, at) : [];
  });
}

/** Undefined where its example leads elsewhere: the last word and the id have to be the same, and all before them that both have. */
function linkFor(schema: Schema, itemPath: string, at: Steps): SelfLink | undefined {
  const example = keywordOf(schema, 'example') ?? keywordOf(schema, 'examples')?.[0];
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)?(\/[^?#\s]+)$/.exec(String(example ?? '')) ?? [];
  const shown = path.split('/').slice(1);
  const wanted = bareOf(itemPath).split('/').slice(1);
  const count = Math.min(shown.length, wanted.length);
  if (count < 2) return undefined;
  const segments = wanted.slice(-count).map((segment, nth) => {
    const text = shown[shown.length - count + nth] ?? '';
    return { text, template: /^\{(.+)\}$/.exec(segment)?.[1], isSame: segment.includes('{') || segment === text };
  });
  if (!segments.every(({ isSame }) => isSame)) return undefined;
  const before = [origin, ...shown.slice(0, shown.length - count)].join('/');
  return { at, before, segments };
}
