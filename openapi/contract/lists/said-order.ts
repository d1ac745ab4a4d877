import { memoized } from '../memo/memo';
import type { Operation, Parameter } from '../model/operation';
import type { Resource } from '../model/resource';
import type { Schema } from '../model/schema';
import { sentencesAround } from '../operations/around';
import { jsonMediaType } from '../operations/media-types';
import { successOf } from '../operations/replies';
import { formsOf, isMentioned, isSpokenOf, plain, wordsOf } from '../records/spelling';
import { schemaAt } from '../records/steps';
import { keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';

/** The order of a list's records, by one property. */
export interface SaidOrder {
  readonly property: string;
  readonly isDescending: boolean;
  /** Where the document says it. */
  readonly pointer: string;
  /** Of an order that begins with those of which a flag is on: how those of the same flag come, as far as that is said. */
  readonly within?: Pick<SaidOrder, 'property' | 'isDescending'> | 'unsaid';
}

/**
 * The order that a list has where no parameter asks for another, as its words say it: OpenAPI has no word for that.
 *
 * @param more words that say it as well, such as those of a parameter
 */
export function saidOrder({ operations: { list }, shown, schema }: Resource, more = ''): SaidOrder | undefined {
  if (list === undefined) return undefined;
  const properties = propertiesOf(schema);
  const own = `${wordsOfList({ operations: { list }, shown })}. ${more}`;
  const flagged = flaggedFirst(own, properties, list);
  return flagged ?? orderIn(own, properties, list) ?? orderIn(wordsAround(list), properties, list);
}

/** `Pinned notes come first; among the others, the newest do`: the order by a flag. */
function flaggedFirst(text: string, properties: ReadonlyMap<string, Property>, list: Operation): SaidOrder | undefined {
  const flags = [...properties.values()].filter(({ schema }) => typesOf(schema).join() === 'boolean');
  const sentences = text.split(/(?<=[.;])\s+|\n+/);
  const found = flags.flatMap(({ name }) => {
    const word = wordsOf(name)
      .filter((one) => one !== 'is')
      .join('[ _-]?');
    const form = new RegExp(FLAGGED.source.replace(/FLAG/, word), FLAGGED.flags);
    const isSaid = sentences.some((one) => form.test(one) && !NOT_ALWAYS.test(one));
    return !isSaid ? [] : [{ name, form }];
  });
  const [flag, other] = found;
  if (flag === undefined || other !== undefined) return undefined;
  const rest = text.replace(flag.form, ' ');
  const [isNewest, isOldest] = [/\b(?:newest|latest|most recent)\b/i.test(rest), /\b(?:oldest|earliest)\b/i.test(rest)];
  const made = isNewest === isOldest ? undefined : timeOf(properties, rest);
  const inner = made === undefined ? orderIn(rest, properties, list) : { property: made, isDescending: isNewest };
  const within = inner === undefined ? 'unsaid' : { property: inner.property, isDescending: inner.isDescending };
  return { property: flag.name, isDescending: true, pointer: list.pointer, within };
}

/** `Pinned notes come first`, `with the pinned ones at the top`, `pinned before all others`. */
const FLAGGED =
  /(?<![\p{L}\p{N}_-])[`"*]{0,2}FLAG[`"*]{0,2}(?: (?!not\b|no\b)[\p{L}-]+)?(?: (?:always|are|is))?(?: (?:come|comes|stand|stands|appear|appears|go|goes|lead|listed|shown|returned|sorted|placed|sort))?(?: always)? (?:(?<=\p{L} )first(?=\W*$|[.,;:)]| (?:and|then)\b)|(?:at the (?:very )?(?:top|start|beginning|head|front)|on top|to the top)(?: of the list)?(?=\W*$|[.,;:)]| (?:and|then)\b)|ahead of (?:all |the )?(?:others?|rest)\b|before (?:all |the |any )?(?:others?|rest)\b)/iu;
const NOT_ALWAYS =
  /\b(?:may|might|can|could|unless|if|when|usually|mostly|not|neither|nor|except|within|each|per|same|among equals|grouped|with `?\w+=|use|show|get|app|view)\b|=/i;

/** What is said of the order of all lists. */
const wordsAround = (list: Operation): string =>
  sentencesAround(list)
    .filter((one) => OF_LISTS.test(one))
    .join(' ');

const OF_LISTS =
  /^\W*(?:(?:without|unless|by default|if no|when no)\b.*\b(?:sort|order)|(?:all |each |every )?(?:lists?|collections?|pages)\b)/i;

function orderIn(
  text: string,
  properties: ReadonlyMap<string, Property>,
  { pointer }: Operation,
): SaidOrder | undefined {
  const [, name = '', word = ''] = SAYS_SORTED.exec(text) ?? swapped(SAYS_DIRECTED.exec(text)) ?? [];
  const sorted = name === '' ? undefined : propertyCalled(name, properties);
  if (sorted !== undefined) return { property: sorted, isDescending: /^(?:desc|high|larg|great)/i.test(word), pointer };
  const rising = propertyRising(text, properties);
  if (rising !== undefined) return { property: rising, isDescending: false, pointer };
  const [isNewest, isOldest] = [SAYS_NEWEST_FIRST.test(text), SAYS_OLDEST_FIRST.test(text)];
  const property = isNewest === isOldest ? undefined : timeOf(properties, text);
  return property === undefined ? undefined : { property, isDescending: isNewest, pointer };
}

/** What the words of a list say of all of it: those of the operation, of its reply and of the array in it. */
function wordsOfList({ operations: { list }, shown }: Pick<Resource, 'operations' | 'shown'>): string {
  if (list === undefined) return '';
  const reply = successOf(list)?.reply;
  const array = schemaAt(jsonMediaType(reply?.content ?? [])?.schema ?? {}, shown.list ?? []);
  const ofArray = array === undefined ? '' : String(keywordOf(array, 'description') ?? '');
  return [list.summary, list.description, reply?.description, ofArray].join('. ');
}

/**
 * The property of a rising order of which no direction is said: "in the order of their `position`", "sorted by `label`". What is sorted
 * by a number or a time may begin with the greatest.
 */
function propertyRising(text: string, properties: ReadonlyMap<string, Property>): string | undefined {
  const inOrder = SAYS_IN_ORDER_OF.exec(text)?.[1];
  const [named, spelled] = [inOrder, SAYS_SORTED_BY.exec(text)?.[1]].map((word) =>
    word === undefined ? undefined : propertyCalled(word, properties),
  );
  const rises =
    spelled !== undefined && (IS_PLACE.test(plain(spelled)) || isText(properties.get(spelled)?.schema ?? {}));
  return named ?? (rises ? spelled : undefined);
}

/** Numbers that are there to be counted up. */
const IS_PLACE = /^(?:position|sequence|sequencenumber|ordinal|index|sortorder|displayorder|linenumber|lineno)$/;

const isText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') &&
  keywordOf(schema, 'enum') === undefined &&
  !['date', 'date-time'].includes(String(keywordOf(schema, 'format')));

/** How texts are compared, as words beside an order say. */
export type Collation = 'code points' | 'no case';

/** @param more words that say it as well, such as those of a parameter */
export function saidCollation(resource: Resource, more = ''): Collation | undefined {
  const { list } = resource.operations;
  const said = [
    ...`${wordsOfList(resource)}. ${more}`.split(/(?<=[.;])\s+|\n+/),
    ...(list === undefined ? [] : sentencesAround(list).filter((text) => !SORTED_BY_ONE.test(text))),
  ].filter((text) => /\b(?:sort|order|alphabet|com(?:e|es|pared)\b)/i.test(text));
  if (said.some((text) => SAYS_LOWERED.test(text))) return 'no case';
  const isWithout = said.some((text) => SAYS_ANY_CASE.test(text));
  if (said.some((text) => SAYS_CODE_POINTS.test(text) && !OF_EQUALS.test(text)))
    return isWithout ? undefined : 'code points';
  return isWithout ? 'no case' : undefined;
}

/** `Compared by code points after lower-casing`. */
const SAYS_LOWERED =
  /\b(?:after|by|in|once) (?:being )?(?:(?:lower|upper)[- ]?cas(?:ing|ed)|(?:converted|converting|folded|folding) (?:them )?to (?:lower|upper)[- ]?case|case[- ]folding|their (?:lower|upper)[- ]?case form)\b/i;

/** `Records that compare equal are in ascending order of id (by code point)`: that is how ids are compared. */
const OF_EQUALS =
  /\b(?:ties?|equal|(?:the|of) same)\b(?! (?:to|whether|whatever|regardless|in)\b)[^.;]{0,60}\b(?:order(?:ed)?|sorted|by) (?:of|by|on)?/i;

/**
 * The same of single properties: where the words of a parameter name them, "`title` pays no attention to case", and where those around all
 * lists speak of an order by them, "sorting by title ignores case".
 */
export function collationsIn(
  { schema, operations: { list } }: Pick<Resource, 'schema' | 'operations'>,
  words: string,
): ReadonlyMap<string, Collation> {
  const properties = propertiesOf(schema);
  const beside = words.split(/(?<=[.;])\s+|\n+/).map((text) => ({
    text,
    names: [...properties.keys()].filter((name) => text.includes(`\`${name}\``)),
  }));
  const around = (list === undefined ? [] : sentencesAround(list)).flatMap((text) => {
    const name = propertyCalled(SORTED_BY_ONE.exec(text)?.[1] ?? '', properties);
    return name === undefined ? [] : [{ text, names: [name] }];
  });
  const found = [...beside, ...around].flatMap(({ text, names }): readonly (readonly [string, Collation])[] => {
    const collation = SAYS_LOWERED.test(text)
      ? 'no case'
      : SAYS_CODE_POINTS.test(text)
        ? 'code points'
        : SAYS_ANY_CASE.test(text)
          ? 'no case'
          : undefined;
    // How the choices themselves are written is something else.
    if (collation === undefined || !names.every((name) => isText(properties.get(name)?.schema ?? {}))) return [];
    return OF_CHOICES.test(text) ? [] : names.map((name) => [name, collation]);
  });
  return new Map(found);
}

const SORTED_BY_ONE = /\b(?:sort(?:ing|ed)?|order(?:ing|ed)?) by (?:the |an? |its |their )?[`"']?(\w+)\b/i;

const OF_CHOICES =
  /\b(?:values? of (?:this|the) parameter|keys?|choices?|(?:field|member|property|column) names?|written|spelled|search\w*|find\w*|match\w*)\b/i;

/** What decides between those of the same value, as words say: the property, and whether it falls where that is said. */
export interface Tie {
  readonly property: string;
  readonly isDescending: boolean | undefined;
  /** Whether it is said of the usual order alone: "sorted by `label`, then by `id`". */
  readonly isOfUsual: boolean;
}

/** @param more words that say it as well, such as those of a parameter */
export function saidTie(resource: Resource, more = ''): Tie | undefined {
  const properties = propertiesOf(resource.schema);
  const own = `${wordsOfList(resource)}. ${more}`;
  const { list } = resource.operations;
  // `Then by x` around a list may be about something else.
  const around = (list === undefined ? [] : sentencesAround(list)).filter((text) => OF_ORDERS.test(text)).join(' ');
  const tried = [own, around].flatMap((text, far) =>
    [...SAYS_TIE.entries()].slice(far).map(([nth, form]) => ({ nth, form, text })),
  );
  for (const { nth, form, text } of tried) {
    const { property: word = '', end = '', turn = '' } = form.exec(text)?.groups ?? {};
    const property = formsOf(word)
      .map((one) => propertyCalled(one, properties))
      .find((one) => one !== undefined);
    if (property === undefined) continue;
    const said = turn === '' ? end : turn;
    const isOfUsual = nth === 0 && !form.test(more);
    return {
      property,
      isDescending: said === '' ? undefined : /^(?:desc|fall|high|great|larg|late|new)/i.test(said),
      isOfUsual,
    };
  }
  return undefined;
}

const OF_ORDERS = /\b(?:ties?|records?|items?|entries|lists?|listed|pages?|sort\w*|order\w*|direction)\b/i;

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
  // Of `made_at` and `made_from` the second is a bound of something else.
  const isBound = (name: string): boolean => {
    const stem = plain(name).replace(/(?:from|since|after|until|till|to|before)$/, '');
    return stem !== plain(name) && times.some((one) => ENDS_OF_MOMENTS.some((end) => plain(one.name) === stem + end));
  };
  const own = times.filter(({ name }) => !isBound(name));
  const spoken = named.length > 0 ? named : own.filter(({ name }) => isSpokenOf(name, text));
  // "By due date, earliest first" is about no other time.
  const days = [...properties.values()].filter((one) => !spoken.includes(one) && isInWords(one, text));
  if (days.length > 0) return spoken.length === 0 && days.length === 1 ? days[0]?.name : undefined;
  if (spoken.length > 0) return spoken.length === 1 ? spoken[0]?.name : undefined;
  const made = own.filter(({ name }) => MADE.test(plain(name)));
  const [only] = made.length === 1 ? made : times.length === 1 ? times : [];
  return only?.name;
}

const MADE = /^(?:date)?(?:created|creation|made|inserted|added)/;

/** Whether a date or a time has a name of several words, which words have: "due date" of `due_date`. */
const isInWords = ({ name, schema }: Property, text: string): boolean =>
  ['date', 'date-time'].includes(String(keywordOf(schema, 'format'))) &&
  wordsOf(name).length > 1 &&
  ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `);

/** That a list has an order by the time of making, or by a property that is named. */
const SAYS_NEWEST_FIRST =
  /\b(?:newest|latest|most recent(?:ly)?)\b[^.;]{0,30}\bfirst\b|\breverse chronological\b|\bdescending (?:by|order of) (?:creation|time)\b|\bby (?:date of |time of )?creation(?: date| time)?,? (?:in )?desc(?:ending)?\b/i;
const SAYS_OLDEST_FIRST =
  /\b(?:oldest|earliest)\b[^.;]{0,30}\bfirst\b|\bfirst (?:made|created|added|placed|booked|entered), first (?:listed|shown|in the list)\b|(?<!reverse )\bchronological(?:ly)?\b|\bin (?:the )?order (?:in which|of) (?:they|it|the \w+) (?:were|was|are) (?:made|created|added|placed|asked for)\b|\bin order of creation\b|\bby (?:date of |time of )?creation(?: date| time)?,? (?:in )?asc(?:ending)?\b/i;
const SAYS_DIRECTED = /\b(ascending|descending) (?:order )?(?:of|by) [`"'*]{0,2}(\w{1,60})/i;
const SAYS_SORTED =
  /(?<!\bbe |\bnot )\b(?:sorted|ordered|sorts?|orders?)\s(?:[^.;]{0,20}\s)?by [`"'*]{0,2}(\w{1,60})[`"'*]{0,2}(?:(?!\b(?:asc|desc))[^.;]){0,20}?\b(ascending|descending|asc|desc|(?:highest|largest|greatest|lowest|smallest)(?= first| to\b))\b(?!\s+or\b)/i;

const SAYS_IN_ORDER_OF =
  /\b(?:in|by) (?:the |an? |alphabetical |ascending |rising |increasing ){0,2}order of (?:their |its |the )?[`"'*]{0,2}(\w{1,60})[`"'*]{0,2}(?=\s*(?:[.,;:()]|$)|\s+(?:and|then|unless|when|where|if|by|with|first|alphabetically)\b)/i;
const SAYS_SORTED_BY =
  /(?<!\bbe |\bnot )\b(?:(?:sorted|ordered) (?:alphabetically )?by|(?:in )?alphabetical(?:ly| order) by) (?:their |its |the )?[`"'*]{0,2}(\w{1,60})[`"'*]{0,2}(?=\s*(?:[.,;:()]|$)|\s+(?:and|then|unless|when|where|if|by|with|first|alphabetically)\b)/i;
const SAYS_CODE_POINTS =
  /\bcode[- ]?(?:points?|units?)\b|(?<!\bnot )\bcase[- ]sensitive(?:ly)?\b|\b(?:ascii|byte|bytewise|binary)[- ](?:order|wise|by)\b|\bupper[- ]?case (?:letters )?(?:come |sort )?before lower/i;
/** That capital and small letters are the same, of an order as of a value that is looked for. */
export const SAYS_ANY_CASE =
  /\bcase[- ]?insensitiv|\bcase (?:does(?: not|n['’]t) (?:matter|count)|makes no difference)|\b(?:ignor\w+|regardless of|irrespective of|whatever|without (?:regard|attention) to|(?:no|any) (?:attention|heed|regard|notice|account) (?:to|of)) (?:the |its |their |upper (?:or|and) lower )?case\b|\bnot case[- ]?sensitive|\bcase is (?:ignored|not looked at|irrelevant)|\bupper\b[^.;]{0,20}\blower\b[^.;]{0,30}\b(?:same|alike|equal|not (?:told apart|distinguished))|\bupper(?:[- ]?case)? (?:and|or) lower[- ]?case(?: letters)? (?:make no difference|(?:do|does)(?: not|n['’]t) (?:matter|count))|\bin whatever case\b|(?<!\bin )\bany case(?=\W*$|[.,;)])|\bin any case of (?:the |its )?letters\b|\bin upper or lower case\b|\bin any (?:mixture|mix|combination) of (?:upper|capitals)|\bcapitals?(?: letters)? or (?:not|small|lower)\b|\bcapitals (?:(?:do|does)(?: not|n['’]t) matter|make no difference|are ignored)\b|\bcapitali[sz]ation (?:is ignored|does(?: not|n['’]t) matter)|\b(?:does(?: not|n['’]t) mind|without minding) (?:the |its )?(?:case|capitals)\b|\bhowever (?:it|they|the letters|its letters) (?:is|are) (?:cased|capitali[sz]ed)\b/i;
const SAYS_TIE: readonly RegExp[] = [
  /\bthen (?:by )?(?:their |its |the )?[`"'*]{0,2}(?<property>\w{1,60})[`"'*]{0,2}(?:,? (?:in )?(?<turn>ascending|descending|asc|desc)\b)?(?=\W*$|[.,;:()]| (?:order|unless|when|if)\b)/i,
  /\b(?:ties?|same|equal|identical|alike|two)\b[^.;]{0,100}\bthe (?:one|record|\w+) with the (?<turn>low|small|less|earl|old|high|great|larg|late|new)\w* [`"'*]{0,2}(?<property>\w{1,60})[`"'*]{0,2} (?:comes? |is )?first\b/i,
  /\b(?:ties?|same|equal|identical|alike)\b[^.;]{0,80}?\b(?:(?<turn>ascending|descending|rising|falling) )?(?:order )?(?:of|by|on) (?:their |its |the )?(?:(?:ascending|descending) )?[`"'*]{0,2}(?<property>\w{1,60})[`"'*]{0,2}(?:,? (?:in )?(?<end>ascending|descending|asc|desc)\b)?(?=\W*$|\s?[.,;:()]| order\b)/i,
];

/** What the words of a parameter say that holds without it: "Defaults to `-created_at`", "default: name desc". */
export const defaultSaid = memoized(
  ({ description }: Parameter): string | undefined => SAYS_DEFAULT.exec(description)?.[1],
);

const SAYS_DEFAULT =
  /\bdefaults?(?:\s{1,3}(?:is|to|order|sort|sorting|value|by)){0,4}\s{0,3}[:=]?\s{0,3}[`"'*]{0,2}([-+]?[a-z]\w{0,60}(?:[:\s](?:asc|desc)\w{0,6})?)/i;
