import type { Draft } from '../model/fault-draft';
import { ABORTS } from '../model/faults';
import type { Row } from './FaultFields';

const EFFECTS: Row['choices'] = [
  ['status', 'An error of the API'],
  ['reply', 'A reply of your own'],
  ['wait', 'Wait'],
  ['abort', 'Abort the connection'],
];

const REPLY: readonly Row[] = [
  { field: 'status', label: 'Status', min: 200, max: 599, required: true },
  { field: 'mediaType', label: 'Media type', placeholder: 'text/html', required: true },
  { field: 'body', label: 'Body', lines: 3 },
  { field: 'headers', label: 'Headers', lines: 2, placeholder: 'Retry-After: 5' },
];

const DELAY: readonly Row[] = [
  { field: 'delayFrom', label: 'Delay in ms', min: 0, max: 600_000, placeholder: 'none' },
  { field: 'delayTo', label: 'Up to ms', min: 0, max: 600_000, placeholder: 'no range' },
];

/** What an effect needs. */
const OF_EFFECT: Readonly<Record<string, readonly Row[]>> = {
  status: [{ field: 'status', label: 'Status', min: 400, max: 599, required: true }],
  reply: REPLY,
  wait: DELAY.map((row) => ({ ...row, required: row.field === 'delayFrom' })),
  abort: [{ field: 'abort', label: 'How', choices: Object.entries(ABORTS) }],
};

const OFTEN: readonly Row[] = [
  { field: 'after', label: 'After so many', min: 0, placeholder: 'at once' },
  { field: 'times', label: 'Times at most', min: 1, placeholder: 'no limit' },
  { field: 'percent', label: 'Chance in %', min: 0, max: 100, step: 'any', required: true },
];

/** The fields that are always shown. */
export const mainRows = (
  { effect }: Draft,
  operationIds: readonly string[],
  keys: readonly string[],
): readonly Row[] => [
  { field: 'effect', label: 'What', choices: EFFECTS },
  ...(OF_EFFECT[effect] ?? []),
  { field: 'operationId', label: 'Operation', choices: [['', 'Any'], ...alone(operationIds)] },
  { field: 'key', label: 'Key', choices: [['', 'Any or none'], ...alone(keys)] },
];

/** Which requests, beside operation and key. */
export const MATCH_ROWS: readonly Row[] = [
  { field: 'method', label: 'Method', placeholder: 'any' },
  { field: 'path', label: 'Path', placeholder: '/things/7 or /things/*' },
  { field: 'query', label: 'Query has', lines: 2, placeholder: 'colour=red' },
  { field: 'sentHeaders', label: 'Headers have', lines: 2, placeholder: 'Accept-Language: de' },
  { field: 'sentBody', label: 'Body has', lines: 2, placeholder: '{ "colour": "red" }' },
];

/** How often, and how late where waiting is not all that it does. */
export const whenRows = ({ effect }: Draft): readonly Row[] => (effect === 'wait' ? OFTEN : [...OFTEN, ...DELAY]);

const alone = (names: readonly string[]): readonly (readonly [string, string])[] => names.map((name) => [name, name]);
