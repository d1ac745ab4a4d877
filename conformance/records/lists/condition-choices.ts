/** Conditions on properties that have few values: flags, and choices of which a record has one. */
import {
  formsOf,
  isMentioned,
  itemsOf,
  keywordOf,
  type Parameter,
  type Property,
  plain,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { type Condition, isNameOf, only } from './condition';
import {
  INCLUDES,
  SAYS_ALL_OF,
  SAYS_ALSO,
  SAYS_AMONG,
  SAYS_ANY,
  SAYS_BOTH,
  SAYS_ELSE_LEFT_OUT,
  SAYS_NONE_OF,
  SAYS_OFF_UNASKED,
  SAYS_ONLY,
  SAYS_OR_OTHERS,
  SAYS_PARTS,
  SAYS_WHETHER,
} from './list-words';

export const isFlag = (schema: Schema): boolean =>
  typesOf(schema)
    .filter((type) => type !== 'null')
    .join() === 'boolean';

/** `false` may mean all; where the words speak of both, it means the others. */
export function flagBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, description, schema } = parameter;
  const bare = plain(name).replace(/^only/, '');
  const mark =
    markCalled(bare, properties) ?? emptyIn(description, properties) ?? filledIn(bare, description, properties);
  if (mark === undefined || !isFlag(schema)) return undefined;
  const isOnly = bare !== plain(name);
  const isWhether = SAYS_WHETHER.test(description) || SAYS_OR_OTHERS.test(description);
  if (!isWhether && !SAYS_ONLY.test(description)) return undefined;
  const isBoth = isWhether || SAYS_BOTH.test(description);
  return {
    parameter,
    property: mark.property.name,
    kind: 'flag',
    isInclusive: undefined,
    on: mark.on,
    // `only_x` that is off asks for nothing.
    unasked: isOnly && schema.default === false ? undefined : schema.default,
    keeps: (value, wanted) => {
      const isOn = mark.isOn(value);
      return isOn === undefined || (wanted !== true && !isBoth) ? undefined : isOn === wanted;
    },
  };
}

/** What a flag of a query asks for in a record. */
interface Mark extends Pick<Condition, 'on'> {
  readonly property: Property;
  readonly isOn: (value: unknown) => boolean | undefined;
}

/** A flag of that name, else the time since when it is so (`archived_at`), else the only choice of that name (`status: archived`). */
function markCalled(name: string, properties: readonly Property[]): Mark | undefined {
  if (name.length < 3) return undefined;
  const flag = only(properties.filter((one) => isFlag(one.schema) && [name, `is${name}`].includes(plain(one.name))));
  if (flag !== undefined)
    return { property: flag, on: true, isOn: (value) => (typeof value === 'boolean' ? value : undefined) };
  const time = IS_SINCE.test(name)
    ? only(properties.filter((one) => [`${name}at`, `${name}on`].includes(plain(one.name))))
    : undefined;
  if (time !== undefined) return { property: time, isOn: (value) => (value ?? null) !== null };
  if (!IS_STATE.test(name)) return undefined;
  const choiceIn = (one: Property): unknown =>
    keywordOf(one.schema, 'enum')?.find(
      (choice) => typeof choice === 'string' && [name, name.replace(/s$/, '')].includes(plain(choice)),
    );
  const property = only(properties.filter((one) => choiceIn(one) !== undefined));
  if (property === undefined) return undefined;
  const on = choiceIn(property);
  return { property, on, isOn: (value) => (typeof value === 'string' ? value === on : undefined) };
}

/** The only number of which words say that it is nothing where the flag is on: "`true`: only orders whose `due` is 0". */
function emptyIn(description: string, properties: readonly Property[]): Mark | undefined {
  const { name } = EMPTY.exec(description)?.groups ?? {};
  const property = properties.find((one) => one.name === name && isFigure(one.schema));
  return property && { property, isOn: (value) => (typeof value === 'number' && value >= 0 ? value === 0 : undefined) };
}

const EMPTY =
  /^\W*true\W+(?:is |means |for )?only (?:the |those )?(?:[\p{L}]+ ){0,3}(?:whose|where|with) `(?<name>\w+)` (?:is|are|equals|of) (?:0|zero)(?=\W*(?:[.;]\s|$))/iu;

const isFigure = (schema: Schema): boolean => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
};

/** The only number of which a name or words say that it is more than nothing: `in_stock`, "those with stock above 0". */
function filledIn(flag: string, description: string, properties: readonly Property[]): Mark | undefined {
  const property = only(
    properties.filter(({ name, schema }) => {
      const word = `[\`"']?${wordsOf(name).join('[\\s_-]*')}[\`"']?`;
      const said = new RegExp(
        `\\b${word}(?: (?:is|are|of))? ${MORE_THAN_NONE}|\\b(?:positive|non-?zero) ${word}\\b`,
        'i',
      );
      return isFigure(schema) && (said.test(description) || flag === `in${plain(name)}`);
    }),
  );
  return property && { property, isOn: (value) => (typeof value === 'number' && value >= 0 ? value > 0 : undefined) };
}

const MORE_THAN_NONE = '(?:above|over|greater than|more than|larger than|higher than|>) ?(?:0|zero|none|nothing)\\b';

/** What stays as it is since a time: of others the time may be to come, or be over. */
const IS_SINCE = /^(?:archived|deleted|removed|cancell?ed|retired|discontinued|revoked|paid)$/;
/** States in which something is as long as it is so: what is shipped has been paid, too. */
const IS_STATE =
  /^(?:archived|deleted|removed|cancell?ed|closed|shut|disabled|deactivated|inactive|suspended|blocked|locked|retired|discontinued|revoked|rejected|void|voided|drafts?)$/;

/** `include_x`, or `x` that says whether these are included, shows those that are x as well, which a list otherwise leaves out. */
export function includedBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, description, schema } = parameter;
  const word = plain(name).replace(INCLUDES, '');
  const mark = markCalled(word, properties);
  const isOff = schema.default === false || SAYS_OFF_UNASKED.test(description);
  const isElseOut = SAYS_ELSE_LEFT_OUT.test(description) || isOff;
  const isNamed = word !== plain(name) && /\bwhether\b/i.test(description);
  const isSaid = SAYS_ELSE_LEFT_OUT.test(description) || SAYS_ALSO.test(description) || isNamed;
  if (mark === undefined || !isFlag(schema) || !isSaid) return undefined;
  return {
    parameter,
    property: mark.property.name,
    kind: 'included',
    isInclusive: undefined,
    on: mark.on,
    unasked: schema.default ?? (isElseOut ? false : undefined),
    keeps: (value, wanted) => {
      const isOn = mark.isOn(value);
      return isOn === undefined ? undefined : wanted === true || !isOn;
    },
  };
}

/** `retired=exclude|include|only`: what becomes of those that are so, as the choices of a parameter of that name say by themselves. */
export function turnedBy(
  { name, schema, ...parameter }: Parameter,
  properties: readonly Property[],
): Condition | undefined {
  const choices = keywordOf(schema, 'enum') ?? [];
  const mark = choices.length < 2 ? undefined : markCalled(plain(name).replace(INCLUDES, ''), properties);
  const turns = new Map(choices.map((choice) => [choice, TURNS.find(([form]) => form.test(String(choice)))?.[1]]));
  const including = choices.find((choice) => turns.get(choice) === 'besides');
  if (mark === undefined || including === undefined || [...turns.values()].includes(undefined)) return undefined;
  return {
    parameter: { name, schema, ...parameter },
    property: mark.property.name,
    kind: 'included',
    isInclusive: undefined,
    on: mark.on,
    including,
    unasked: schema.default,
    keeps: (value, wanted) => {
      const [isOn, turn] = [mark.isOn(value), turns.get(wanted)];
      return isOn === undefined || turn === undefined ? undefined : turn === 'besides' || isOn === (turn === 'alone');
    },
  };
}

const TURNS: readonly (readonly [RegExp, 'without' | 'besides' | 'alone'])[] = [
  [/^(?:excluded?|hide|hidden|omit|omitted)$/i, 'without'],
  [/^(?:included?|show)$/i, 'besides'],
  [/^(?:only|exclusively)$/i, 'alone'],
];

/** A value among several that a property has, or several of them: a tag among `tags`. */
export function amongBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, schema, description } = parameter;
  const items = itemsOf(schema);
  const asked = items ?? schema;
  const alike = properties.filter((one) => {
    const held = itemsOf(one.schema);
    return held !== undefined && isScalar(held) && typesOf(held).join() === typesOf(asked).join();
  });
  const forms = formsOf(name);
  const property =
    only(alike.filter((one) => formsOf(one.name.split('.').at(-1) ?? '').some((form) => forms.includes(form)))) ??
    (/\bamong\b/i.test(description) ? only(alike.filter((one) => isMentioned(one.name, description))) : undefined);
  if (property === undefined || SAYS_PARTS.test(description)) return undefined;
  const isAll = SAYS_ALL_OF.test(description);
  const isSaid =
    items === undefined
      ? SAYS_AMONG.test(description)
      : isAll !== (isAll ? /\b(?:any|one|either)\b/i : SAYS_ANY).test(description);
  if (!isSaid || (items !== undefined && /\b(?:exclud\w+|except|none of|without)\b/i.test(description)))
    return undefined;
  return {
    parameter,
    property: property.name,
    kind: items === undefined ? 'has' : isAll ? 'all' : 'any',
    isInclusive: undefined,
    keeps: (value, wanted) => {
      if (!Array.isArray(value)) return (value ?? undefined) === undefined ? false : undefined;
      const found = [wanted].flat().map((one) => isAmong(value, one));
      if (isAll) return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
      return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
    },
  };
}

const isScalar = (schema: Schema): boolean => !typesOf(schema).some((type) => type === 'object' || type === 'array');

/** Undefined where only its case is another. */
function isAmong(values: readonly unknown[], wanted: unknown): boolean | undefined {
  if (values.includes(wanted)) return true;
  const low = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);
  return values.map(low).includes(low(wanted)) ? undefined : false;
}

/** Several values of a property, of which a record has one. */
export function anyBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, schema, description } = parameter;
  const items = itemsOf(schema);
  const choices = keywordOf(items ?? {}, 'enum') ?? [];
  // Of choices alone it is known that none has a comma in it.
  const isListed = typesOf(schema).join() === 'string' && schema.enum === undefined && /\bcomma/i.test(description);
  const property = only(
    properties.filter(
      (one) =>
        isNameOf(name, one.name) &&
        typesOf(one.schema).includes('string') &&
        (isListed ? keywordOf(one.schema, 'enum') !== undefined : typesOf(items ?? {}).join() === 'string') &&
        // Texts of any kind, or those of the same choices.
        (choices.length > 0 || isListed || keywordOf(one.schema, 'enum') === undefined) &&
        choices.every((choice) => keywordOf(one.schema, 'enum')?.includes(choice) === true),
    ),
  );
  if (property === undefined || SAYS_NONE_OF.test(description) || !SAYS_ANY.test(description)) return undefined;
  return {
    parameter,
    property: property.name,
    kind: 'any',
    isInclusive: undefined,
    keeps: (value, wanted) => {
      const all = isListed && typeof wanted === 'string' ? wanted.split(',').map((one) => one.trim()) : wanted;
      return Array.isArray(all) && typeof value === 'string' ? all.includes(value) : undefined;
    },
  };
}
