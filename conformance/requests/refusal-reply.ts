/** What a refusal says of which names, in the forms that servers and their frameworks have for that. */
import { isObject, jsonIn, own, plain, pointerTokens } from '../../openapi/contract';
import { type Exchange, jsonOf } from '../exchange/exchange';
import { MOST_SENTENCE } from './refusal-words';

/** Something that a refusal says, before it is known of what. */
export interface Said {
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

/** All that a refusal says, name by name as far as it names anything. */
export function saidIn(exchange: Exchange): readonly Said[] {
  const value = jsonOf(exchange);
  const said: Said[] = [];
  if (value === undefined) said.push(...sentences(exchange.response?.body.text ?? ''));
  else collect(value, [], said, 0);
  return said.slice(0, MOST_SAID);
}

/** What it says to people, as the first of it stands there; undefined where it is JSON that says nothing in words. */
export function wordsIn(text: string): string | undefined {
  const value = jsonIn(text);
  return value === undefined ? text : firstWords(value, MOST_DEPTH);
}

function firstWords(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : firstWords(value[0], depth - 1);
  if (!isObject(value)) return undefined;
  const members = new Map(Object.entries(value).map(([name, member]) => [plain(name), member]));
  for (const name of WORDS) {
    const words = firstWords(members.get(name), depth - 1);
    if (words !== undefined) return words;
  }
  return undefined;
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
/** Members whose texts say in words what is wrong, the most precise first; the others lead there. */
const WORDS = [
  ...['errors', 'details', 'detail', 'violations', 'issues', 'msg', 'messages', 'message'],
  ...[
    'defaultmessage',
    'errormessage',
    'errormsg',
    'errordescription',
    'description',
    'reasons',
    'reason',
    'explanation',
    'hint',
    'cause',
    'error',
    'title',
  ],
];
const CODES = ['code', 'errorcode', 'type', 'keyword', 'rule', 'tag'];
const SAYING: ReadonlySet<string> = new Set([...WORDS, ...CODES]);
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
      if (isInner || SAYING.has(key)) collect(textIn(member), at, said, depth + 1);
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
  const [sure, perhaps] = [first(NAMING) ?? pointerIn(all), first(PERHAPS.filter((name) => name !== 'location'))];
  const place = own(all, 'location') ?? own(all, 'in');
  const further = inner.flatMap((one) => FURTHER.flatMap((name) => own(one, name) ?? [])).map(String);
  const name = sure ?? perhaps ?? (Array.isArray(place) ? place : undefined);
  if (name === undefined && further.length === 0) return undefined;
  const at = [...(typeof place === 'string' ? [place] : []), ...tokensOf(name)];
  const texts = Object.entries(all).filter((one): one is [string, string] => typeof one[1] === 'string');
  const saying = texts.filter(([member]) => SAYING.has(plain(member)));
  // What is called otherwise says it in words.
  const text = (saying.length > 0 ? saying : texts.filter(([, one]) => one.includes(' ')))
    .map(([, one]) => one)
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

/** The pointer into a body that an entry has under whatever name, such as `at`; what has the form of one may be an address. */
function pointerIn(entry: Readonly<Record<string, unknown>>): unknown {
  const [found, ...more] = Object.entries(entry).filter(
    ([name, value]) => typeof value === 'string' && /^#?\/[^\s?]+$/.test(value) && !ADDRESSES.has(plain(name)),
  );
  return more.length === 0 ? found?.[1] : undefined;
}

const ADDRESSES: ReadonlySet<string> = new Set([
  ...['instance', 'path', 'url', 'uri', 'href', 'self', 'type', 'link', 'links', 'location', 'docs', 'help'],
]);

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
  const [, place, rest] = /^(body|query|header|path|cookie):(.+)$/.exec(name) ?? [];
  if (place !== undefined && rest !== undefined) return [place, ...tokensOf(rest)];
  return name.split(/[.[\]/]+/).filter((token) => token !== '' && token !== '$' && token !== '#');
}
