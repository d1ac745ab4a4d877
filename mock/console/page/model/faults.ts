import type { Abort, Fault, FaultRule, RecordedRequest } from '../../../../openapi/types/control';
import { type ContractSummary, hasPath, isNamed } from './contract';
import { messageOf, prettyJson } from './json';

export interface Preset {
  readonly title: string;
  readonly rule: FaultRule;
}

/** The situations that have a switch. */
export const PRESETS: readonly Preset[] = [
  { title: 'Server down', rule: { status: 503 } },
  { title: 'Down once', rule: { status: 503, times: 1 } },
  { title: 'Error page', rule: { status: 502, text: '<h1>502 Bad Gateway</h1>\n', mediaType: 'text/html' } },
  { title: 'Slow', rule: { delayMs: { from: 200, to: 800 } } },
  { title: 'Flaky', rule: { status: 500, probability: 0.3 } },
  { title: 'Rate limited', rule: { status: 429 } },
  { title: 'Connection reset', rule: { abort: 'CONNECTION_RESET_BY_PEER' } },
];

/** The ways to abort a connection, in words. */
export const ABORTS: Readonly<Record<Abort, string>> = {
  CONNECTION_RESET_BY_PEER: 'reset the connection',
  EMPTY_RESPONSE: 'close without a reply',
  MALFORMED_RESPONSE_CHUNK: 'break off inside the reply',
  RANDOM_DATA_THEN_CLOSE: 'send rubbish and close',
};

/** The faults with the same rule, but for the order of its members and what is left out because it is the default. */
export const alike = (faults: readonly Fault[], rule: FaultRule): readonly Fault[] =>
  faults.filter((fault) => canonical({ ...DEFAULTS, ...fault.rule }) === canonical({ ...DEFAULTS, ...rule }));

const DEFAULTS: Partial<FaultRule> = { probability: 1, after: 0 };

/** Equal for equal JSON values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/** Whether the fault was applied as often as it may be. */
export const isUsedUp = ({ rule: { times }, struck }: Fault): boolean => times !== undefined && struck >= times;

/** What a rule does: `wait 2 s, then answer 503`. */
export function effectInWords({ status, body, text, mediaType, headers, delayMs, abort }: FaultRule): string {
  const hasBody = body !== undefined || text !== undefined;
  const names = Object.keys(headers ?? {});
  const reply = [
    `answer ${status ?? 200}`,
    ...(hasBody ? [mediaType === undefined ? 'with a body of its own' : `in ${mediaType}`] : []),
    ...(names.length === 0 ? [] : [`with ${names.join(', ')}`]),
  ].join(' ');
  const parts = [
    ...(delayMs === undefined ? [] : [`wait ${waitInWords(delayMs)}`]),
    ...(hasBody || status !== undefined ? [reply] : []),
    ...(abort === undefined ? [] : [ABORTS[abort]]),
  ];
  return parts.join(', then ');
}

function waitInWords(delayMs: NonNullable<FaultRule['delayMs']>): string {
  if (typeof delayMs === 'object') return `${waitInWords(delayMs.from)} to ${waitInWords(delayMs.to)}`;
  return delayMs >= 1000 ? `${delayMs / 1000} s` : `${delayMs} ms`;
}

/** To which requests, and how often: `every request`, `30 % of getThing with key free, at most 3 times`. */
export function scopeInWords({ match = {}, operationId, key, after = 0, probability = 1, times }: FaultRule): string {
  const target = [match.method, match.path].filter((part) => part !== undefined).join(' ');
  const operation = operationId ?? match.operationId ?? '';
  const what = target === '' || operation === '' ? target + operation : `${target} (${operation})`;
  const share =
    probability === 1
      ? `every ${what || 'request'}`
      : `${Number((probability * 100).toFixed(2))} % of ${what || 'requests'}`;
  const asked = [
    ...Object.entries(match.query ?? {}).map(([name, value]) => `?${name}=${value}`),
    ...Object.entries(match.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(match.body === undefined ? [] : [JSON.stringify(match.body)]),
  ];
  const name = key ?? match.key;
  return [
    share,
    ...(asked.length === 0 ? [] : [` with ${asked.join(' and ')}`]),
    ...(name === undefined ? [] : [` with key ${name}`]),
    ...(after === 0 ? [] : [`, after ${after} that pass`]),
    ...(times === undefined ? [] : [times === 1 ? ', once' : `, at most ${times} times`]),
  ].join('');
}

/** What is typed into the form for a fault, by field; all of them are texts. */
export const BLANK = {
  effect: 'status',
  status: '500',
  mediaType: 'application/json',
  body: '',
  headers: '',
  abort: 'CONNECTION_RESET_BY_PEER',
  delayFrom: '',
  delayTo: '',
  operationId: '',
  key: '',
  method: '',
  path: '',
  query: '',
  sentHeaders: '',
  sentBody: '',
  after: '',
  percent: '100',
  times: '',
};
export type Draft = typeof BLANK;
export type Field = keyof Draft;

/** For requests like one that was recorded: an error, or a reply, which begins as the one that it got. */
export function draftOf(recorded: RecordedRequest, effect: 'status' | 'reply', contract: ContractSummary): Draft {
  const { method, path, query, operationId, status, response } = recorded;
  // The request log does not have their values.
  const isMasked = (name: string) => contract.credentials.some((one) => one.in === 'query' && isNamed(one, name));
  const asked = [...new URLSearchParams(query)].filter(([name]) => !isMasked(name));
  const like = { ...BLANK, effect, operationId: operationId ?? '', method, path };
  const draft = { ...like, query: asked.map(([name, value]) => `${name}=${value}`).join('\n') };
  if (effect === 'status')
    return { ...draft, status: status !== null && status >= 400 ? String(status) : BLANK.status };
  const mediaType = response.headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? BLANK.mediaType;
  return { ...draft, status: String(status ?? 200), mediaType, body: prettyJson(response.body ?? '') };
}

/** Why no fault can be made of a request, or no reply of its reply. */
export function whyNotProposed(
  { path, operationId, response: { truncated } }: RecordedRequest,
  contract: ContractSummary,
): Readonly<Partial<Record<'status' | 'reply', string>>> {
  if (operationId === null && !hasPath(contract, path)) {
    const why = 'The contract has no such path, so there is no fault for it.';
    return { status: why, reply: why };
  }
  return truncated
    ? { reply: 'The request log keeps only the beginning of the reply, so it can’t be given again.' }
    : {};
}

/** What is wrong, by field. */
export type Wrong = Readonly<Partial<Record<Field, string>>>;

/** A rule as JSON text, so that numbers of a body keep their digits, or what is wrong. */
type Made = { readonly rule: string; readonly wrong?: undefined } | { readonly wrong: Wrong };

/** The rule that a draft describes. What the mock alone can judge is not judged here. */
export function ruleOf(draft: Draft): Made {
  const wrong: Partial<Record<Field, string>> = {};
  const members = MEMBERS.flatMap(([pointer, field, write, applies = () => true]) => {
    const text = draft[field].trim();
    if (text === '' || !applies(draft)) return [];
    try {
      return [[pointer, write(text, draft)] as const];
    } catch (error) {
      wrong[field] = messageOf(error);
      return [];
    }
  });
  if (Object.keys(wrong).length > 0) return { wrong };
  const isMatch = ([pointer]: readonly [string, string]) => pointer.startsWith('/match/');
  const match = members.filter(isMatch);
  const others = members.filter((member) => !isMatch(member));
  return { rule: object([...(match.length === 0 ? [] : [['/match', object(match)] as const]), ...others]) };
}

/** What the mock's refusal of a rule says of its fields, such as `The field "match.path" must be…`, a sentence each. */
export function wrongIn(message: string): Wrong {
  const sentences = message.split(/ (?=The field ")/);
  const said = MEMBERS.map(([pointer, field]) => {
    const begin = new RegExp(`^The field "${pointer.slice(1).replaceAll('/', '\\.')}(?=[".[])`);
    return [field, sentences.filter((one) => begin.test(one)).join(' ')] as const;
  });
  return Object.fromEntries(said.filter(([, text]) => text !== ''));
}

type Write = (text: string, draft: Draft) => string;
type Applies = (draft: Draft) => boolean;

const isReply: Applies = ({ effect }) => effect === 'reply';
const isJson: Applies = ({ mediaType }) => /[/+]json\s*(;|$)/i.test(mediaType);

/** The members of a rule, by JSON pointer: the field that each is typed into, and how it is written in JSON. */
const MEMBERS: readonly (readonly [pointer: string, field: Field, write: Write, applies?: Applies])[] = [
  ['/match/method', 'method', (text) => JSON.stringify(text)],
  ['/match/path', 'path', (text) => JSON.stringify(text)],
  ['/match/query', 'query', (text) => pairs(text, '=', 'name=value')],
  ['/match/headers', 'sentHeaders', (text) => pairs(text, ':', 'Name: value')],
  ['/match/body', 'sentBody', json],
  ['/operationId', 'operationId', (text) => JSON.stringify(text)],
  ['/key', 'key', (text) => JSON.stringify(text)],
  ['/after', 'after', number],
  ['/times', 'times', number],
  ['/probability', 'percent', (text) => String(Number(text) / 100), ({ percent }) => percent !== '100'],
  ['/delayMs', 'delayFrom', (from, { delayTo }) => (delayTo === '' ? number(from) : range(from, delayTo))],
  ['/status', 'status', number, (draft) => isReply(draft) || draft.effect === 'status'],
  ['/headers', 'headers', (text) => pairs(text, ':', 'Name: value'), isReply],
  ['/body', 'body', json, (draft) => isReply(draft) && isJson(draft)],
  ['/text', 'body', (_, { body }) => JSON.stringify(body), (draft) => isReply(draft) && !isJson(draft)],
  ['/mediaType', 'mediaType', (text) => JSON.stringify(text), (draft) => isReply(draft) && draft.body.trim() !== ''],
  ['/abort', 'abort', (text) => JSON.stringify(text), ({ effect }) => effect === 'abort'],
];

/** An object of members that are written already, each named by the end of its pointer. */
const object = (members: readonly (readonly [pointer: string, json: string])[]): string =>
  `{${members.map(([pointer, json]) => `${JSON.stringify(pointer.replace(/.*\//, ''))}:${json}`).join(',')}}`;

/** Names with values, one pair a line; a name that is there more than once has a list of values. */
function pairs(text: string, mark: string, form: string): string {
  const values = new Map<string, string[]>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const at = line.indexOf(mark);
    if (at < 1) throw new SyntaxError(`Write ${form}, one a line; this is none: ${line}`);
    const name = line.slice(0, at).trim();
    values.set(name, [...(values.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return JSON.stringify(Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all])));
}

function number(text: string): string {
  return String(Number(text));
}

const range = (from: string, to: string): string => `{"from":${number(from)},"to":${number(to)}}`;

function json(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new SyntaxError(`This is not JSON: ${messageOf(error)}.`);
  }
}
