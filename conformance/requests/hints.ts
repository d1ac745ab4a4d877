/** What a refusal says of the values of its request, in the forms that servers and their frameworks have for that. */
import {
  isObject,
  itemsOf,
  jsonIn,
  memoized,
  type Operation,
  own,
  type ParameterLocation,
  type Property,
  plain,
  pointerTokens,
  propertiesOf,
  type Schema,
} from '../../openapi/contract';
import { type Exchange, jsonOf } from '../exchange/exchange';
import { memberedBodyOf } from '../exchange/subject';
import {
  absentIn,
  choicesIn,
  furtherIn,
  type HintKind,
  kindOf,
  MOST_SENTENCE,
  mediaTypesIn,
  placesIn,
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

/** Something that a refusal says, before it is known of what. */
interface Said {
  readonly at: readonly string[];
  readonly text: string;
  readonly choices: readonly unknown[];
  /** Whether the names say by themselves that a value is meant; else they count where the operation has them. */
  readonly isSure: boolean;
}

/** Of a longer text the beginning is read. */
const MOST_TEXT = 4000;
const MOST_SAID = 40;
const MOST_DEPTH = 6;

/** What a refusal says of the values of its request, as far as it says so in a form that is in use. */
export function hintsOf(exchange: Exchange): readonly Hint[] {
  const { operation } = exchange.request;
  const { text = '' } = exchange.response?.body ?? {};
  const value = jsonOf(exchange);
  const said: Said[] = [];
  if (value === undefined) said.push(...sentences(text));
  else collect(value, [], said, 0);
  const hints = new Map<string, Hint>();
  for (const one of said.slice(0, MOST_SAID).flatMap((each) => hintsIn(operation, each))) {
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

/** A refusal may say which value is meant by repeating it: `no dog with the id "rex"`. */
function repeatedIn({ request }: Exchange, said: readonly Said[]): readonly Hint[] {
  const values = valuesOf(jsonIn(request.body ?? '')).filter(({ text }) => text.length >= LEAST_VALUE);
  return said.flatMap(({ text }): readonly Hint[] => {
    const words = new Set(text.split(/[^\w@.:+/-]+/).map((word) => word.replace(/[.:,]+$/, '')));
    const [meant, ...others] = values.filter((one) => words.has(one.text));
    const isOfPath = Object.values(request.path).some((value) => words.has(String(value)));
    if (meant === undefined || others.length > 0 || isOfPath) return [];
    const [kind = 'wrong', absent] = [kindOf(text), absentIn(text)] as const;
    return [{ in: 'body', at: meant.at, kind, choices: choicesIn(text), ...(absent.length === 0 ? {} : { absent }) }];
  });
}

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

const sentences = (text: string): readonly Said[] =>
  text
    .slice(0, MOST_TEXT)
    .split(/\n|;\s/)
    .map((line) => ({ at: [], text: line.slice(0, MOST_SENTENCE), choices: [], isSure: false }));

/** Members that hold what is said, not the name of a value. */
const ABOUT: ReadonlySet<string> = new Set([
  ...[
    'error',
    'errors',
    'message',
    'messages',
    'msg',
    'detail',
    'details',
    'title',
    'description',
    'reason',
    'reasons',
  ],
  ...[
    'defaultmessage',
    'errormessage',
    'errordescription',
    'errormsg',
    'fielderrors',
    'violations',
    'issues',
    'causes',
  ],
  ...['code', 'type', 'keyword', 'rule', 'tag', 'constraint', 'errorcode', 'invalidparams', 'validation', 'formerrors'],
  ...['nonfielderrors', 'fieldviolations', 'validationerrors', 'explanation', 'hint', 'data', 'extensions', 'params'],
  ...['ctx', 'meta', 'result', 'cause', 'problems', 'modelstate', 'source', 'json', 'body', 'status', 'summary'],
]);
/** Of these the ones whose texts say what is wrong; the others lead there. */
const SAYING =
  /^(?:error|errors|message|messages|msg|details?|title|description|reasons?|defaultmessage|error(?:message|description|msg|code)|code|type|keyword|rule|tag|explanation|hint|cause)$/;
/** Members that name a value by themselves. */
const NAMING = [
  'pointer',
  'instancePath',
  'dataPath',
  'loc',
  'propertyPath',
  'field',
  'fieldName',
  'property',
  'attribute',
];
/** Members that may also hold something else, such as the path of the request. */
const PERHAPS = ['path', 'location', 'parameter', 'param', 'name', 'target', 'key', 'header'];
/** Members whose own members say more of the same value. */
const BESIDE: readonly string[] = ['source', 'params', 'ctx', 'meta'];
/** The members of a structured error that name a member further in. */
const FURTHER = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'keys'];
const CHOICES = [
  'allowedValues',
  'options',
  'values',
  'enum',
  'enum_values',
  'permitted',
  'allowed',
  'choices',
  'expected',
];

/** Walks through a reply: an object that names a value says something of it, and so does a list of texts below a value's name. */
function collect(value: unknown, at: readonly string[], said: Said[], depth: number): void {
  if (depth > MOST_DEPTH || said.length >= MOST_SAID) return;
  if (typeof value === 'string') {
    const isSure = at.length > 0;
    said.push(...sentences(value).map((one) => ({ ...one, at, isSure })));
    return;
  }
  if (Array.isArray(value)) {
    // By Django a list of records has an item for each.
    for (const [index, item] of value.slice(0, MOST_SAID).entries())
      collect(item, isObject(item) && at.length > 0 ? [...at, String(index)] : at, said, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const named = namedBy(value);
  if (named !== undefined) said.push(...named.map((one) => ({ ...one, at: [...at, ...one.at] })));
  for (const [name, member] of Object.entries(value).slice(0, MOST_SAID)) {
    const key = plain(name);
    const isInner = typeof member === 'object';
    if (named !== undefined && !(isInner && ABOUT.has(key) && !BESIDE.includes(key))) continue;
    if (ABOUT.has(key)) {
      if (isInner || SAYING.test(key)) collect(textIn(member), at, said, depth + 1);
    } else if (isMessage(member)) collect(member, [...at, ...tokensOf(name)], said, depth + 1);
    else if (isInner) collect(member, at.length > 0 || hasMessages(member) ? [...at, name] : at, said, depth + 1);
  }
}

/** Some put the reply of another server into a text. */
const textIn = (member: unknown): unknown =>
  typeof member === 'string' && /^\s*[[{]/.test(member) ? (jsonIn(member.slice(0, MOST_TEXT)) ?? member) : member;

/** `["This field is required."]`, as Rails, Django and others have below a field's name. */
const isMessage = (value: unknown): boolean =>
  (typeof value === 'string' && value.includes(' ')) ||
  (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'));

const hasMessages = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasMessages)
    : isObject(value) && Object.entries(value).some(([name, member]) => !ABOUT.has(plain(name)) && isMessage(member));

/** What an object says of a value that it names; undefined where it names none. */
function namedBy(entry: Readonly<Record<string, unknown>>): readonly Said[] | undefined {
  const source = own(entry, 'source');
  const all = isObject(source) ? { ...source, ...entry } : entry;
  const inner = [all, ...BESIDE.map((name) => own(all, name)).filter(isObject)];
  const first = (names: readonly string[]) => names.map((name) => own(all, name)).find(isName);
  const [sure, perhaps] = [first(NAMING), first(PERHAPS.filter((name) => name !== 'location'))];
  const place = own(all, 'location') ?? own(all, 'in');
  const further = inner.flatMap((one) => FURTHER.flatMap((name) => own(one, name) ?? [])).map(String);
  const name = sure ?? perhaps ?? (Array.isArray(place) ? place : undefined);
  if (name === undefined && further.length === 0) return undefined;
  const at = [...(typeof place === 'string' ? [place] : []), ...tokensOf(name)];
  const text = Object.entries(all)
    .flatMap(([member, one]) => (SAYING.test(plain(member)) && typeof one === 'string' ? [one] : []))
    .join('. ')
    .slice(0, MOST_SENTENCE);
  const choices = inner.flatMap((one) => CHOICES.flatMap((member) => listIn(own(one, member))));
  const isSure = sure !== undefined || further.length > 0 || typeof place === 'string';
  return (further.length > 0 ? further : [undefined]).map((more) => ({
    at: more === undefined ? at : [...at, more],
    text,
    choices,
    isSure,
  }));
}

/** Not what is said of a member that is called so. */
const isName = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every((one) => typeof one === 'number' || isName(one))
    : typeof value === 'string' && value !== '' && !value.includes(' ');

const listIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.every((one) => !isObject(one) && !Array.isArray(one)) ? value : [];

/** A JSON pointer, a list of names and indexes, or a path with dots and brackets. */
function tokensOf(name: unknown): readonly string[] {
  if (Array.isArray(name)) return name.map(String);
  if (typeof name !== 'string') return [];
  const pointer = name.replace(/^#/, '');
  if (pointer.startsWith('/')) return pointerTokens(pointer);
  return name.split(/[.[\]/]+/).filter((token) => token !== '' && token !== '$' && token !== '#');
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
  const isAround = further === undefined || at.at(-1) === further.names.at(-1);
  return isAround ? hint(at, kindOf(text) ?? 'wrong') : hint([...at, ...further.names], further.kind);
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
