import { memoized } from '../memo/memo';
import type { Parameter } from '../model/operation';
import type { Resource } from '../model/resource';
import { jsonMediaType } from '../operations/media-types';
import { successOf } from '../operations/replies';
import { isMentioned, isSpokenOf, plain } from '../records/spelling';
import { schemaAt } from '../records/steps';
import { keywordOf, type Property, propertiesOf } from '../schema/properties';

/** The order of a list's records, by one property. */
export interface SaidOrder {
  readonly property: string;
  readonly isDescending: boolean;
  /** Where the document says it. */
  readonly pointer: string;
}

/**
 * The order that a list has where no parameter asks for another, as its words say it: OpenAPI has no word for that.
 *
 * @param more words that say it as well, such as those of a parameter
 */
export function saidOrder({ operations: { list }, shown, schema }: Resource, more = ''): SaidOrder | undefined {
  if (list === undefined) return undefined;
  const properties = propertiesOf(schema);
  const reply = successOf(list)?.reply;
  const array = schemaAt(jsonMediaType(reply?.content ?? [])?.schema ?? {}, shown.list ?? []);
  const ofArray = array === undefined ? '' : String(keywordOf(array, 'description') ?? '');
  const text = [list.summary, list.description, reply?.description, ofArray, more].join('. ');
  const { pointer } = list;
  const [, name = '', word = ''] = SAYS_SORTED.exec(text) ?? swapped(SAYS_DIRECTED.exec(text)) ?? [];
  const sorted = name === '' ? undefined : propertyCalled(name, properties);
  if (sorted !== undefined) return { property: sorted, isDescending: /^desc/i.test(word), pointer };
  const [isNewest, isOldest] = [SAYS_NEWEST_FIRST.test(text), SAYS_OLDEST_FIRST.test(text)];
  const property = isNewest === isOldest ? undefined : timeOf(properties, text);
  return property === undefined ? undefined : { property, isDescending: isNewest, pointer };
}

/** The property that a word for an order names: itself, or a moment by its first word (`created` for `created_at`). */
export function propertyCalled(word: string, properties: ReadonlyMap<string, Property>): string | undefined {
  const found = [...properties.keys()].filter((name) =>
    ENDS_OF_MOMENTS.some((end) => plain(name) === plain(word) + end),
  );
  const same = found.find((name) => plain(name) === plain(word));
  return same ?? (found.length === 1 ? found[0] : undefined);
}

/** `created_after` mostly means the property `created_at`, and so does `created` where a list is sorted. */
export const ENDS_OF_MOMENTS = ['', 'at', 'on', 'date', 'time'];

const swapped = (found: RegExpExecArray | null): readonly (string | undefined)[] | undefined =>
  found === null ? undefined : [found[0], found[2], found[1]];

/** The time that words speak of: the only one that they name or mean, else that of the making, else the only one that there is. */
function timeOf(properties: ReadonlyMap<string, Property>, text: string): string | undefined {
  const times = [...properties.values()].filter(({ schema }) => keywordOf(schema, 'format') === 'date-time');
  const named = times.filter(({ name }) => isMentioned(name, text));
  const spoken = named.length > 0 ? named : times.filter(({ name }) => isSpokenOf(name, text));
  if (spoken.length > 0) return spoken.length === 1 ? spoken[0]?.name : undefined;
  const made = times.filter(({ name }) => /^(?:date)?(?:created|creation|made|inserted|added)/.test(plain(name)));
  const [only] = made.length === 1 ? made : times.length === 1 ? times : [];
  return only?.name;
}

/** That a list has an order by the time of making, or by a property that is named. */
const SAYS_NEWEST_FIRST =
  /\b(?:newest|latest|most recent(?:ly)?)\b[^.;]{0,30}\bfirst\b|\breverse chronological\b|\bdescending (?:by|order of) (?:creation|time)\b/i;
const SAYS_OLDEST_FIRST =
  /\b(?:oldest|earliest)\b[^.;]{0,30}\bfirst\b|(?<!reverse )\bchronological(?:ly)?\b|\bin (?:the )?order (?:in which|of) (?:they|it|the \w+) (?:were|was|are) (?:made|created|added|placed|asked for)\b|\bin order of creation\b/i;
const SAYS_DIRECTED = /\b(ascending|descending) (?:order )?(?:of|by) [`"'*]{0,2}(\w{1,60})/i;
const SAYS_SORTED =
  /\b(?:sorted|ordered|sorts?|orders?)\s(?:[^.;]{0,20}\s)?by [`"'*]{0,2}(\w{1,60})[`"'*]{0,2}[^.;]{0,20}?\b(ascending|descending|asc|desc)\b/i;

/** What the words of a parameter say that holds without it: "Defaults to `-created_at`", "default: name desc". */
export const defaultSaid = memoized(
  ({ description }: Parameter): string | undefined => SAYS_DEFAULT.exec(description)?.[1],
);

const SAYS_DEFAULT =
  /\bdefaults?(?:\s{1,3}(?:is|to|order|sort|sorting|value|by)){0,4}\s{0,3}[:=]?\s{0,3}[`"'*]{0,2}([-+]?[a-z]\w{0,60}(?:[:\s](?:asc|desc)\w{0,6})?)/i;
