import {
  type Collation,
  collationsIn,
  defaultSaid,
  itemsOf,
  keywordOf,
  memoized,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  propertyCalled,
  type Resource,
  type SaidOrder,
  type Schema,
  saidCollation,
  saidOrder,
  saidTie,
  sentencesAbout,
  type Tie,
  typesOf,
} from '../../../openapi/contract';
import { compareFigures, isDecimal } from '../../exchange/decimals';
import type { Query } from '../../exchange/query';
import { innerOf, ownName, valueIn } from '../inner';
import type { JsonRecord } from '../records';
import { ASCENDING, DESCENDING, DIRECTIONS, ORDERS } from './list-words';

/** What the parameters and the words of a list say of its order. */
interface Sorting {
  /** The parameter that names a property, and what each of its choices says. */
  readonly by: Parameter | undefined;
  readonly choices: ReadonlyMap<string, Choice>;
  /** The parameter that names a direction alone. */
  readonly direction: Parameter | undefined;
  /** What holds where no parameter asks for another. */
  readonly said: SaidOrder | undefined;
  /** How texts are compared, and what decides between those of the same value. */
  readonly collation: Collation | undefined;
  /** The same of a property by itself. */
  readonly collations: ReadonlyMap<string, Collation>;
  readonly tie: Tie | undefined;
}

/** An order that a list has to come in. */
interface AskedOrder extends SaidOrder {
  readonly collation: Collation | undefined;
  readonly tie: Tie | undefined;
  /** Whether words say that numbers, in texts as well, are compared as such. */
  readonly areNumbers?: boolean;
}

interface Choice {
  readonly property: string;
  /** Undefined where the choice does not say it. */
  readonly isDescending: boolean | undefined;
}

/** Undefined where a document says nothing of it. */
export const sortingOf = memoized((resource: Resource): Sorting | undefined => {
  const { list } = resource.operations;
  if (list === undefined) return undefined;
  const filters = new Set(resource.filters.map(({ parameter }) => parameter));
  const inQuery = list.parameters.filter((one) => one.in === 'query' && !filters.has(one));
  const direction = inQuery.find((one) => DIRECTIONS.has(plain(one.name)) && choicesOf(one).every(isDirection));
  const by = inQuery.find((one) => one !== direction && ORDERS.has(plain(one.name)));
  const choices = by === undefined ? new Map<string, Choice>() : readChoices(by, withInner(resource.schema));
  return {
    by,
    choices,
    direction: isChoosing(direction) ? direction : undefined,
    said: saidOrder(resource, /\bdefault\b/i.test(by?.description ?? '') ? by?.description : ''),
    collation: saidCollation(resource, by?.description),
    collations: collationsIn(resource, by?.description ?? ''),
    tie: saidTie(resource, by?.description),
  };
});

/** With those of objects, as `event_date` of `{event: {date}}`; and by their own name, as long as that is no other's. */
const withInner = memoized((schema: Schema): ReadonlyMap<string, Property> => {
  const properties = propertiesOf(schema);
  const inner = [...properties.values()].flatMap(innerOf);
  const called = new Map<string, number>();
  for (const name of [...properties.keys(), ...inner.map((one) => ownName(one.name))].map(plain))
    called.set(name, (called.get(name) ?? 0) + 1);
  const alone = inner.filter(({ name }) => called.get(plain(ownName(name))) === 1);
  return new Map([
    ...alone.map((one) => [plain(ownName(one.name)), one] as const),
    ...inner.map((one) => [one.name, one] as const),
    ...properties,
  ]);
});

export function collationOf(resource: Resource, property: string): Collation | undefined {
  const { collation, collations } = sortingOf(resource) ?? {};
  return collations?.get(property) ?? collation;
}

const isChoosing = (parameter: Parameter | undefined): boolean =>
  parameter !== undefined && choicesOf(parameter).length > 0;

/** The texts that a parameter takes, or the items of a list of them. */
const choicesOf = ({ schema }: Parameter): readonly string[] =>
  (keywordOf(schema, 'enum') ?? keywordOf(itemsOf(schema) ?? {}, 'enum') ?? []).filter(
    (one): one is string => typeof one === 'string',
  );

const isDirection = (text: string): boolean => directionOf(text) !== undefined;

const directionOf = (text: string): boolean | undefined =>
  DESCENDING.has(text.toLowerCase()) ? true : ASCENDING.has(text.toLowerCase()) ? false : undefined;

function readChoices(by: Parameter, properties: ReadonlyMap<string, Property>): ReadonlyMap<string, Choice> {
  const listed = choicesOf(by);
  const texts = listed.length > 0 ? listed : spelledChoices(by, properties);
  const signed = new Set(texts.filter((text) => text.startsWith('-')).map((text) => text.slice(1)));
  return new Map(
    texts.flatMap((text) => {
      const choice = readChoice(text, properties);
      if (choice === undefined) return [];
      // Beside `-x` a plain `x` is the other direction.
      const isDescending = choice.isDescending ?? (signed.has(text) ? false : undefined);
      const property = properties.get(choice.property)?.name ?? choice.property;
      return [[text, { property, isDescending }] as const];
    }),
  );
}

/** The choices of a parameter that takes any text, where its words name properties and how a direction is written. */
function spelledChoices(
  { schema, description }: Parameter,
  properties: ReadonlyMap<string, Property>,
): readonly string[] {
  if (!typesOf(schema).includes('string')) return [];
  const said = `${description} ${keywordOf(schema, 'pattern') ?? ''}`;
  const names = [...properties.keys()].filter((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(said));
  if (/\b(?:minus|hyphen|dash)\b|(?:^|[\s`"'(^])-(?:\w|[`"'?])/i.test(said))
    return names.flatMap((name) => [name, `-${name}`]);
  if (/:(?:asc|desc)|:\(/i.test(said)) return names.flatMap((name) => [`${name}:asc`, `${name}:desc`]);
  return [];
}

/** The only time of a record's making. */
function madeAt(properties: ReadonlyMap<string, Property>): string | undefined {
  const found = [...properties.values()].filter(
    ({ name, schema }) => /^created/.test(plain(name)) && keywordOf(schema, 'format') === 'date-time',
  );
  return found.length === 1 ? found[0]?.name : undefined;
}

/** `x`, `-x`, `+x`, `x:desc`, `x_desc`, `x desc`, `xDesc`, `x,desc`. */
function readChoice(text: string, properties: ReadonlyMap<string, Property>): Choice | undefined {
  const [, sign = '', rest = ''] = /^([-+]?)(.*)$/.exec(text) ?? [];
  const made = /^(?:newest|latest|most[-_ ]?recent|oldest)(?:[-_ ]first)?$/i.test(rest)
    ? madeAt(properties)
    : undefined;
  if (made !== undefined) return { property: made, isDescending: !/^oldest/i.test(rest) };
  const whole = propertyCalled(rest, properties);
  if (whole !== undefined) return { property: whole, isDescending: sign === '' ? undefined : sign === '-' };
  const [, name = '', word = ''] = /^(.{1,200}?)[\s_.:|,-]*(asc|ascending|desc|descending)$/i.exec(rest) ?? [];
  const property = name === '' ? undefined : propertyCalled(name, properties);
  return property === undefined ? undefined : { property, isDescending: directionOf(word) };
}

/**
 * The order in which a list has to come; undefined where nothing says it.
 *
 * @param isPlain whether the query asks for nothing that may change an order by itself, such as a search
 */
export function orderAsked(resource: Resource, { values }: Query, isPlain: boolean): AskedOrder | undefined {
  const sorting = sortingOf(resource);
  if (sorting === undefined) return undefined;
  const { by, choices, direction, said, tie } = sorting;
  const asked = by && (values.get(by.name) ?? by.schema.default ?? saidDefault(by, choices));
  const turned = direction && (values.get(direction.name) ?? direction.schema.default);
  const keys = keysIn(asked, choices);
  const [choice, second] = keys;
  if (by !== undefined && choice !== undefined) {
    const directionIn = ({ isDescending }: Choice): boolean | undefined =>
      isDescending ?? (typeof turned === 'string' ? directionOf(turned) : undefined);
    const isDescending = directionIn(choice);
    if (!isPlain && !values.has(by.name)) return undefined;
    const { property } = choice;
    const kept = tie?.isOfUsual === true && values.has(by.name) ? undefined : tie;
    const further = second && { property: second.property, isDescending: directionIn(second), isOfUsual: false };
    return isDescending === undefined
      ? undefined
      : {
          property,
          isDescending,
          pointer: by.pointer,
          collation: collationOf(resource, property),
          tie: further === undefined ? kept : further.isDescending === undefined ? undefined : further,
          areNumbers: AS_NUMBERS.test(by.description),
        };
  }
  const isAsked = [by, direction].some((one) => one !== undefined && values.has(one.name));
  return isAsked || asked !== undefined || !isPlain ? undefined : said && usualOrder(resource, said, tie);
}

/** Of a flag that comes first the further order is the one that is said of it, else none is known. */
function usualOrder(resource: Resource, said: SaidOrder, tie: Tie | undefined): AskedOrder {
  const ofUsual = tie?.isOfUsual === true ? tie : undefined;
  const { within } = said;
  const further = within === 'unsaid' ? ofUsual : within && { ...within, isOfUsual: true };
  return { ...said, collation: collationOf(resource, said.property), tie: within === undefined ? tie : further };
}

/** The choices of a text, or of several, `x` or `x,-y`: empty where one of them is none. */
export function keysIn(asked: unknown, choices: Sorting['choices']): readonly Choice[] {
  const texts = [asked].flat().filter((one) => typeof one === 'string');
  const found = texts
    .flatMap((text) => (choices.has(text) ? [text] : text.split(',')))
    .map((text) => choices.get(text));
  return found.includes(undefined) ? [] : found.filter((one) => one !== undefined);
}

/** Whether a list may be sorted by several keys in one text, as its form allows and words or its pattern say. */
export const takesKeys = ({ operations: { list } }: Resource, { schema, description }: Parameter): boolean =>
  keywordOf(schema, 'pattern')?.includes(',') === true ||
  (keywordOf(schema, 'enum') === undefined &&
    typesOf(schema).includes('string') &&
    [description, ...(list === undefined ? [] : sentencesAbout(list, /\bsort(?:s|ed|ing)?\b/i))].some((text) =>
      SAYS_SEVERAL.test(text),
    ));

const SAYS_SEVERAL =
  /\bcommas?\b|\b(?:several|multiple|one or more|more than one) (?:\w+ )?(?:keys|fields|members|properties|columns)\b/i;

const AS_NUMBERS =
  /\bnumbers?\b[^.;]{0,40}\bas (?:whole )?(?:numbers|integers)\b|\bnumeric(?:al)?(?:ly| order| value)\b/i;

function saidDefault(by: Parameter, choices: Sorting['choices']): string | undefined {
  const text = defaultSaid(by);
  return text !== undefined && choices.has(text) ? text : undefined;
}

/** By less than zero where one value comes before another in an ascending order; undefined where that depends on the server. */
function compareValues(
  schema: Property['schema'],
  one: unknown,
  other: unknown,
  collation?: Collation,
  areNumbers = isNumberText(schema),
): number | undefined {
  const figures = areNumbers || typeof one !== 'string' ? compareFigures(one, other) : undefined;
  if (figures !== undefined) return figures;
  if (typeof one !== 'string' || typeof other !== 'string' || keywordOf(schema, 'enum') !== undefined) return undefined;
  const format = keywordOf(schema, 'format');
  if (format === 'date-time' || format === 'date') {
    const [first, second] = [Date.parse(one), Date.parse(other)];
    return Number.isNaN(first) || Number.isNaN(second) ? undefined : Math.sign(first - second);
  }
  if (collation !== undefined && [one, other].every(isPlainText)) {
    if (collation === 'code points') return one < other ? -1 : one > other ? 1 : 0;
    const [low, otherLow] = [one.toLowerCase(), other.toLowerCase()];
    return low === otherLow && one !== other ? undefined : low < otherLow ? -1 : low > otherLow ? 1 : 0;
  }
  if (one === other) return 0;
  // Amounts in texts may be sorted as numbers.
  if (!/^[A-Za-z]/.test(one) || !/^[A-Za-z]/.test(other)) return undefined;
  const orders = [
    one < other ? -1 : one > other ? 1 : 0,
    Math.sign(one.localeCompare(other, 'en')),
    one.toLowerCase() < other.toLowerCase() ? -1 : one.toLowerCase() > other.toLowerCase() ? 1 : 0,
  ];
  const [order] = orders;
  return orders.every((each) => each === order) ? order : undefined;
}

/** Whether its texts are numbers, as format or words say. */
const isNumberText = (schema: Property['schema']): boolean =>
  isDecimal(schema) ||
  (typesOf(schema).includes('string') &&
    (/^u?int(?:eger|\d+)?$/i.test(`${keywordOf(schema, 'format') ?? ''}`) ||
      /\binteger\b[^.;]{0,40}\b(?:as|in) (?:an? )?(?:string|text)\b/i.test(
        `${keywordOf(schema, 'description') ?? ''}`,
      )));

const isPlainText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** An order in words. */
export const wordsOfOrder = ({ property, isDescending, tie, within }: AskedOrder): string =>
  `${property} ${within !== undefined ? 'first' : isDescending ? 'descending' : 'ascending'}${tie === undefined ? '' : `, then ${tie.property}`}`;

/**
 * The first two records that are in the wrong order; undefined where there are none. What lacks the property may stand anywhere: what
 * stands around it has its order all the same.
 */
export function misplacedIn(
  { schema }: Resource,
  { property, isDescending, collation, tie, areNumbers, within }: AskedOrder,
  records: readonly JsonRecord[],
): readonly [JsonRecord, JsonRecord] | undefined {
  const properties = withInner(schema);
  const compareBy = (name: string, one: JsonRecord, other: JsonRecord): number | undefined => {
    if (within !== undefined && name === property) return Number(valueIn(one, name)) - Number(valueIn(other, name));
    // What decides between equals, such as an id, may be compared with its case where texts are not.
    const isOtherwise = name !== property && collation === 'no case';
    return compareValues(
      properties.get(name)?.schema ?? {},
      valueIn(one, name),
      valueIn(other, name),
      isOtherwise ? undefined : collation,
      areNumbers || undefined,
    );
  };
  let before: JsonRecord | undefined;
  for (const [index, record] of records.entries()) {
    const value = valueIn(record, property) ?? null;
    // Where other letters stand is open; those around them have their order all the same.
    if (value === null || (collation !== undefined && typeof value === 'string' && !isPlainText(value))) continue;
    const order = before && compareBy(property, before, record);
    if (before !== undefined && order !== undefined && (isDescending ? order < 0 : order > 0)) return [before, record];
    const last = records[index - 1];
    // Without a direction of its own it rises where the order does.
    const isFalling = tie?.isDescending ?? (isDescending ? undefined : false);
    if (tie !== undefined && order === 0 && before !== undefined && before === last && isFalling !== undefined) {
      const further = compareBy(tie.property, before, record);
      if (further !== undefined && (isFalling ? further < 0 : further > 0)) return [before, record];
    }
    before = record;
  }
  return undefined;
}
