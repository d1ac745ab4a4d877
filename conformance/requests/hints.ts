import {
  itemsOf,
  jsonIn,
  memoized,
  type Operation,
  type ParameterLocation,
  type Property,
  plain,
  propertiesOf,
  type Schema,
  wordsOf,
} from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { memberedBodyOf } from '../exchange/subject';
import { type Said, saidIn } from './refusal-reply';
import {
  absentIn,
  choicesIn,
  furtherIn,
  type HintKind,
  kindOf,
  mediaTypesIn,
  placesIn,
  spelledOutIn,
  wantedIn,
} from './refusal-words';

/** What a refusal says of one value of its request. */
export interface Hint {
  /** Where the value stands, or should stand. */
  readonly in: 'body' | ParameterLocation;
  /**
   * The names that lead to the value there, spelled as the document spells them where it has them; of a parameter its name alone. None
   * where something of the body is taken already, and the refusal does not say what.
   */
  readonly at: readonly string[];
  readonly kind: HintKind;
  /** The values that would be taken, where the refusal lists them. */
  readonly choices: readonly unknown[];
  /** The type or format that would be taken, by its name in JSON Schema, where the refusal says so. */
  readonly wanted?: string;
  /** Where the refusal says that there is no such thing: words among which is its name. The value refers to one. */
  readonly absent?: readonly string[];
}
/** What a refusal says of the values of its request, as far as it says so in a form that is in use. */
export function hintsOf(exchange: Exchange): readonly Hint[] {
  const { operation } = exchange.request;
  const said = saidIn(exchange);
  const hints = new Map<string, Hint>();
  for (const one of said.flatMap((each) => hintsIn(operation, each))) {
    const key = [one.in, ...one.at].join('/');
    const before = hints.get(key);
    // The structured form comes with a sentence that says the same of all.
    if (before === undefined || before.choices.length < one.choices.length) hints.set(key, one);
  }
  if (hints.size > 0) return [...hints.values()];
  const repeated = repeatedIn(exchange, said);
  const isTaken = exchange.response?.status === 409 || said.some((one) => kindOf(one.text) === 'taken');
  return repeated.length === 0 && isTaken ? [{ in: 'body', at: [], kind: 'taken', choices: [] }] : repeated;
}

/** So many values of a body are looked for in a refusal. */
const MOST_VALUES = 200;
const LEAST_VALUE = 3;

/**
 * A refusal may say which value is meant by repeating it: `no dog with the id "rex"`. Where it says that of a value of the path, the
 * path names nothing that is there.
 */
function repeatedIn({ request }: Exchange, said: readonly Said[]): readonly Hint[] {
  const values = valuesOf(jsonIn(request.body ?? '')).filter(({ text }) => text.length >= LEAST_VALUE);
  return said.flatMap(({ text }): readonly Hint[] => {
    const words = new Set(text.split(/[^\w@.:+/-]+/).map((word) => word.replace(/[.:,]+$/, '')));
    const alike = values.filter((one) => words.has(one.text));
    // Of several the one whose name stands there, too: `worker 'a'`.
    const told = alike.filter(({ at }) => wordsOf(at.at(-1) ?? '').some((word) => words.has(word)));
    const [meant, ...others] = told.length === 1 ? told : alike;
    const [kind = 'wrong', absent] = [kindOf(text), absentIn(text)] as const;
    const [ofPath] = Object.entries(request.path).find(([, value]) => words.has(String(value))) ?? [];
    if (ofPath !== undefined && absent.length > 0) return [{ in: 'path', at: [ofPath], kind, choices: [] }];
    if (meant === undefined || others.length > 0) return [];
    const beside = quotedBeside(text, [meant.text, ...Object.values(request.path)]);
    if (ofPath !== undefined && beside.length === 0) return [];
    const listed = choicesIn(text);
    const choices = listed.length > 0 ? listed : beside;
    return [{ in: 'body', at: meant.at, kind, choices, ...(absent.length === 0 ? {} : { absent }) }];
  });
}

/** What a text quotes beside some values may be what it wants in their place: `locked by 'a', not by 'b'`. */
const quotedBeside = (text: string, values: readonly unknown[]): readonly string[] =>
  [...text.matchAll(/(["'`])([\w@.:+/-]{1,80})\1/g)]
    .map(([, , quoted = '']) => quoted)
    .filter((quoted) => !['null', 'undefined', ...values.map(String)].includes(quoted));

/** The texts and numbers in a value, each with its place. */
function valuesOf(whole: unknown): readonly { readonly at: readonly string[]; readonly text: string }[] {
  const parts: { readonly at: readonly string[]; readonly part: unknown }[] = [{ at: [], part: whole }];
  // The loop also visits what is added meanwhile.
  for (const { at, part } of parts)
    if (typeof part === 'object' && part !== null && parts.length < MOST_VALUES)
      for (const [name, inner] of Object.entries(part)) parts.push({ at: [...at, name], part: inner });
  return parts.flatMap(({ at, part }) =>
    ['string', 'number', 'bigint'].includes(typeof part) ? [{ at, text: String(part) }] : [],
  );
}

function hintsIn(operation: Operation, { at, text, choices, isSure }: Said): readonly Hint[] {
  const wanted = wantedIn(text);
  const absent = kindOf(text) === 'unknown' ? [] : absentIn(text);
  const inText = [choicesIn(text), mediaTypesIn(text)].find((some) => some.length > 0) ?? [];
  // `at least one of these members`
  const isOfNames = inText.every((choice) => isMember(operation, String(choice)));
  const listed = choices.length > 0 || isOfNames ? choices : inText;
  const more = { ...(wanted === undefined ? {} : { wanted }), ...(absent.length === 0 ? {} : { absent }) };
  const hint = (names: readonly string[], kind: HintKind, value?: string): readonly Hint[] => {
    // `missing n/e values` names two that stand beside one another.
    if (isSeveral(operation, names)) return names.flatMap((name) => hint([name], kind, value));
    const place = placed(operation, names);
    const asked = value === undefined ? listed : [value];
    return place === undefined ? [] : [{ ...place, kind, choices: kind === 'unknown' ? [] : asked, ...more }];
  };
  const around = at.length === 0 ? undefined : placed(operation, at);
  if (around === undefined || !(isSure || isDescribed(operation, around)))
    return placesIn(text, (name) => isMember(operation, name)).flatMap(({ names, kind, value }) =>
      hint(names, kind, value),
    );
  const further = furtherIn(text);
  const isWithin = (name: string): boolean => {
    const place = placed(operation, [...at, name]);
    return place !== undefined && isDescribed(operation, place);
  };
  const inner = further === undefined ? spelledOutIn(text, isWithin) : further.names;
  const isAround = inner.length === 0 || at.at(-1) === inner.at(-1);
  return isAround
    ? hint(at, kindOf(text) ?? 'wrong')
    : hint([...at, ...inner], further?.kind ?? kindOf(text) ?? 'wrong');
}

/** Whether names are those of several members of a body, none of which stands within the one before. */
function isSeveral(operation: Operation, names: readonly string[]): boolean {
  const schema = memberedBodyOf(operation)?.schema ?? {};
  const places = names.map((name) => placesBelow(schema).get(plain(name))?.join('/'));
  const areApart = places.every((place, index) => place?.startsWith(`${places[index - 1]}/`) === false);
  return names.length > 1 && areApart && spelled(schema, names)?.isWhole !== true;
}

/** What of a hint says where its value stands. */
type Place = Pick<Hint, 'in' | 'at'>;

/** Words by which a refusal says where a value stands. */
const PLACES: ReadonlyMap<string, Hint['in']> = new Map([
  ...(['body', 'requestbody', 'json', 'payload', 'data', 'form'] as const).map((word) => [word, 'body'] as const),
  ...(['query', 'querystring', 'queryparameters'] as const).map((word) => [word, 'query'] as const),
  ...(['header', 'headers'] as const).map((word) => [word, 'header'] as const),
  ...(['cookie', 'cookies'] as const).map((word) => [word, 'cookie'] as const),
  ...(['path', 'params', 'url', 'uri'] as const).map((word) => [word, 'path'] as const),
]);

/** Where in a request the value stands that a refusal names; undefined where the names lead nowhere. */
function placed(operation: Operation, all: readonly string[]): Place | undefined {
  const names = all[0] === 'request' ? all.slice(1) : all;
  const media = memberedBodyOf(operation);
  const inBody = media && spelled(media.schema, names);
  if (inBody?.isWhole === true) return { in: 'body', at: inBody.at };
  const [first = '', ...more] = names;
  const place = PLACES.get(plain(first));
  if (place !== undefined && place !== 'body') {
    const name = more.join('.');
    const parameter = operation.parameters.find((one) => one.in === place && isSame(one.name, name));
    return name === '' ? undefined : { in: place, at: [parameter?.name ?? name] };
  }
  const last = names.at(-1) ?? '';
  const parameter = operation.parameters.find(({ name }) => isSame(name, names.join('.')) || isSame(name, last));
  if (parameter !== undefined && place !== 'body') return { in: parameter.in, at: [parameter.name] };
  return media && { in: 'body', at: within(media.schema, place === 'body' ? more : names) };
}

/** The names as the schema spells them. What stands around the body, such as the name of a class or a handler, is left out. */
function within(schema: Schema, names: readonly string[]): readonly string[] {
  for (let from = 0; from < names.length; from += 1) {
    const found = spelled(schema, names.slice(from));
    if (found?.isWhole === true) return found.at;
  }
  const last = names.at(-1);
  const deep = last === undefined ? undefined : placesBelow(schema).get(plain(last));
  return deep ?? spelled(schema, names)?.at ?? names;
}

/** The names as a schema spells them as far as it has them, and whether it has them all; undefined where it has not even the first. */
function spelled(schema: Schema, names: readonly string[]): { at: readonly string[]; isWhole: boolean } | undefined {
  let part: Schema | undefined = schema;
  const at: string[] = [];
  for (const [index, name] of names.entries()) {
    const items: Schema | undefined = itemsOf(part);
    const isItem = items !== undefined && /^\d+$/.test(name);
    const property: Property | undefined = isItem
      ? undefined
      : [...propertiesOf(items ?? part).values()].find((one) => isSame(one.name, name));
    part = isItem ? items : property?.schema;
    if (part === undefined) return index === 0 ? undefined : { at: [...at, ...names.slice(index)], isWhole: false };
    at.push(property?.name ?? name);
  }
  return at.length === 0 ? undefined : { at, isWhole: true };
}

const isSame = (one: string, other: string): boolean => one === other || plain(one) === plain(other);

/** So many schemas of a body are looked through for a name. */
const MOST_SCHEMAS = 500;

/** The ways to the members of a body at every depth, by their names in one spelling; the nearest of a name counts. */
const placesBelow = memoized((root: Schema): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  const seen = new Map<Schema, readonly string[]>([[root, []]]);
  // The loop also visits what is added meanwhile.
  for (const [schema, steps] of seen) {
    const items = itemsOf(schema);
    if (items !== undefined && !seen.has(items)) seen.set(items, steps);
    for (const { name, schema: inner } of propertiesOf(schema).values()) {
      if (!found.has(plain(name))) found.set(plain(name), [...steps, name]);
      if (seen.size < MOST_SCHEMAS && !seen.has(inner)) seen.set(inner, [...steps, name]);
    }
  }
  return found;
});

const isDescribed = (operation: Operation, { in: place, at }: Place): boolean =>
  place === 'body'
    ? spelled(memberedBodyOf(operation)?.schema ?? {}, at)?.isWhole === true
    : operation.parameters.some((one) => one.in === place && one.name === at[0]);

/** Whether an operation takes a value of this name, in whatever spelling. */
const isMember = (operation: Operation, name: string): boolean =>
  operation.parameters.some((one) => isSame(one.name, name)) ||
  placesBelow(memberedBodyOf(operation)?.schema ?? {}).has(plain(name));
