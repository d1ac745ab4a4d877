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

/** Whether the fault has struck as often as it may. */
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
