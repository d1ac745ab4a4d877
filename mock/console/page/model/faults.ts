import type { Abort, Fault, FaultRule } from './model';

export interface Preset {
  readonly title: string;
  readonly rule: FaultRule;
}

/** The situations that have a switch. */
export const PRESETS: readonly Preset[] = [
  { title: 'Server down', rule: { status: 503 } },
  { title: 'Slow', rule: { delayMs: 2000 } },
  { title: 'Flaky', rule: { status: 500, probability: 0.3 } },
  { title: 'Connection reset', rule: { abort: 'CONNECTION_RESET_BY_PEER' } },
  { title: 'Rate limited', rule: { status: 429 } },
];

/** The ways to abort a connection, in words. */
export const ABORTS: Readonly<Record<Abort, string>> = {
  CONNECTION_RESET_BY_PEER: 'reset the connection',
  EMPTY_RESPONSE: 'close without a reply',
  MALFORMED_RESPONSE_CHUNK: 'break off inside the reply',
  RANDOM_DATA_THEN_CLOSE: 'send rubbish and close',
};

export const isAbort = (name: string): name is Abort => Object.hasOwn(ABORTS, name);

/** Each is a plain value in the rules that are compared, so that a list or an object is like none of them. */
const PARTS = [
  ...(['match', 'operationId', 'key', 'status', 'headers', 'body', 'text', 'mediaType'] as const),
  ...(['delayMs', 'abort', 'after', 'times'] as const),
];

/** The faults with the same effect as a rule. */
export const alike = (faults: readonly Fault[], rule: FaultRule): readonly Fault[] =>
  faults.filter(
    (fault) =>
      PARTS.every((part) => fault.rule[part] === rule[part]) &&
      (fault.rule.probability ?? 1) === (rule.probability ?? 1),
  );

/** Whether the fault has struck as often as it may. */
export const isUsedUp = ({ rule: { times }, struck }: Fault): boolean => times !== undefined && struck >= times;

/** What a rule does: `wait 2 s, then answer 503`. */
export function effectInWords({ status, body, text, delayMs, abort }: FaultRule): string {
  const hasBody = body !== undefined || text !== undefined;
  const parts = [
    ...(delayMs === undefined ? [] : [`wait ${waitInWords(delayMs)}`]),
    ...(hasBody
      ? [`answer ${status ?? 200} with a body of its own`]
      : status === undefined
        ? []
        : [`answer ${status}`]),
    ...(abort === undefined ? [] : [ABORTS[abort]]),
  ];
  return parts.join(', then ');
}

function waitInWords(delayMs: NonNullable<FaultRule['delayMs']>): string {
  if (typeof delayMs === 'object') return `${waitInWords(delayMs.from)} to ${waitInWords(delayMs.to)}`;
  return delayMs >= 1000 ? `${delayMs / 1000} s` : `${delayMs} ms`;
}

/** To which requests, and how often: `every request`, `30 % of getThing with key free, at most 3 times`. */
export function scopeInWords({ operationId, key, probability = 1, times }: FaultRule): string {
  const what = operationId ?? 'requests';
  const share = probability === 1 ? (operationId === undefined ? 'every request' : `every ${what}`) : undefined;
  return [
    share ?? `${Number((probability * 100).toFixed(2))} % of ${what}`,
    ...(key === undefined ? [] : [` with key ${key}`]),
    ...(times === undefined ? [] : [times === 1 ? ', once' : `, at most ${times} times`]),
  ].join('');
}
