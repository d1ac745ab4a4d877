import type { Abort, Fault, FaultRule } from '../../../../openapi/types/control';

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

export const isAbort = (name: string): name is Abort => Object.hasOwn(ABORTS, name);

/** The faults with the same rule, but for the order of its members and what is left out because it is the default. */
export const alike = (faults: readonly Fault[], rule: FaultRule): readonly Fault[] =>
  faults.filter((fault) => canonical({ ...DEFAULTS, ...fault.rule }) === canonical({ ...DEFAULTS, ...rule }));

const DEFAULTS: FaultRule = { probability: 1, after: 0 };

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
  const what = [operationId ?? match.operationId ?? '', target].filter((part) => part !== '').join(' as ');
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

/** What is wrong, by field. */
export type Wrong = Readonly<Partial<Record<Field, string>>>;

/** A rule as JSON text, so that numbers of a body keep their digits, or what is wrong. */
type Made = { readonly rule: string; readonly wrong?: undefined } | { readonly wrong: Wrong };

/** The rule that a draft describes. What the mock alone can judge is not judged here. */
export function ruleOf(draft: Draft): Made {
  const wrong: Partial<Record<Field, string>> = {};
  const attempt = (field: Field, make: (text: string) => string | undefined): string | undefined => {
    try {
      return draft[field].trim() === '' ? undefined : make(draft[field].trim());
    } catch (error) {
      wrong[field] = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  };
  const match = object({
    method: attempt('method', JSON.stringify),
    path: attempt('path', JSON.stringify),
    query: attempt('query', (text) => pairs(text, '=', 'name=value')),
    headers: attempt('sentHeaders', (text) => pairs(text, ':', 'Name: value')),
    body: attempt('sentBody', json),
  });
  const isReply = draft.effect === 'reply';
  const isJson = /[/+]json\s*(;|$)/i.test(draft.mediaType);
  const rule = object({
    match: match === '{}' ? undefined : match,
    operationId: attempt('operationId', JSON.stringify),
    key: attempt('key', JSON.stringify),
    after: attempt('after', number),
    times: attempt('times', number),
    probability: draft.percent === '100' ? undefined : attempt('percent', (text) => String(Number(text) / 100)),
    delayMs: delayOf(draft),
    status: isReply || draft.effect === 'status' ? attempt('status', number) : undefined,
    headers: isReply ? attempt('headers', (text) => pairs(text, ':', 'Name: value')) : undefined,
    body: isReply && isJson ? attempt('body', json) : undefined,
    text: isReply && !isJson ? attempt('body', () => JSON.stringify(draft.body)) : undefined,
    mediaType: isReply && draft.body.trim() !== '' ? attempt('mediaType', JSON.stringify) : undefined,
    abort: draft.effect === 'abort' && isAbort(draft.abort) ? JSON.stringify(draft.abort) : undefined,
  });
  return Object.keys(wrong).length === 0 ? { rule } : { wrong };
}

/** Which field the mock's refusal of a rule is about; undefined for another refusal. */
export const fieldOf = (message: string): Field | undefined =>
  FIELDS.find(([pointer]) => new RegExp(`^${pointer}(?=[/ ])`).test(message))?.[1];

const FIELDS: readonly (readonly [pointer: string, field: Field])[] = [
  ['/match/method', 'method'],
  ['/match/path', 'path'],
  ['/match/query', 'query'],
  ['/match/headers', 'sentHeaders'],
  ['/match/body', 'sentBody'],
  ['/operationId', 'operationId'],
  ['/key', 'key'],
  ['/after', 'after'],
  ['/times', 'times'],
  ['/probability', 'percent'],
  ['/delayMs', 'delayFrom'],
  ['/status', 'status'],
  ['/headers', 'headers'],
  ['/body', 'body'],
  ['/text', 'body'],
  ['/mediaType', 'mediaType'],
];

function delayOf({ delayFrom, delayTo }: Draft): string | undefined {
  if (delayFrom === '') return undefined;
  return delayTo === '' ? number(delayFrom) : `{"from":${number(delayFrom)},"to":${number(delayTo)}}`;
}

/** An object of members that are written already; those that are undefined are left out. */
function object(members: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(members).flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${written.join(',')}}`;
}

/** Names with values, one pair a line; a name that is there more than once has a list of values. */
function pairs(text: string, mark: string, form: string): string {
  const values = new Map<string, string[]>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const at = line.indexOf(mark);
    if (at < 1) throw new SyntaxError(`Write ${form}, one a line; this is none: ${line}`);
    const name = line.slice(0, at).trim();
    values.set(name, [...(values.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return object(
    Object.fromEntries([...values].map(([name, all]) => [name, JSON.stringify(all.length === 1 ? all[0] : all)])),
  );
}

const number = (text: string): string => String(Number(text));

function json(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new SyntaxError(`This is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
