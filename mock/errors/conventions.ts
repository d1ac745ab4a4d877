import { plain, pointerTo } from '../../openapi/contract';
import { requestIdOf, type Source } from '../values/source';
import { inStyleOf } from './nearest-word';
import { type Problem, phraseOf } from './problems';
import type { InputViolation } from './violations';

/**
 * What members of error bodies are mostly called, and what they valuesFrom: those of RFC 9457, JSON:API, RFC 6749 §5.2,
 * and of what the frameworks most in use send. OpenAPI has no word for the meaning of a member; `x-error` is ours.
 */

/** What a member is looked at with. */
export interface Surroundings {
  /** The plain names of all members beside it. */
  readonly beside: ReadonlySet<string>;
  /** Whether it stands in an item of a list of what is wrong. */
  readonly isItem: boolean;
  /** What the document has there as an example. */
  readonly example: unknown;
}

export interface Convention {
  /** The values that a member of such a name may have, the likeliest first; none where nothing true can stand there. */
  readonly valuesFrom: (facts: Facts, surroundings: Surroundings) => readonly unknown[];
  /** How much a body says that has it, beside others. */
  readonly weight: number;
  /** Whether it says where the request is wrong. */
  readonly isPlace?: boolean;
}

/** The weight of the sentence that a person needs, and the least of a body that has it. */
export const SENTENCE = 8;

const MESSAGE: Convention = { weight: SENTENCE, valuesFrom: ({ message }) => [message] };
const TITLE: Convention = { weight: 2, valuesFrom: ({ title }) => [title] };
const CODE: Convention = {
  weight: 2,
  valuesFrom: ({ code, status }, { example }) => {
    const isNumber = typeof example === 'string' && /^\d{3}$/.test(example);
    return [...(isNumber ? [String(status)] : []), inStyleOf(example, code), status, String(status)];
  },
};
/** The number, also as a text; else a word as in JSend's `error` and Google's `NOT_FOUND`; for a flag it is false. */
const STATUS: Convention = {
  weight: 2,
  valuesFrom: ({ status, title }, { example }) => {
    const isWord = typeof example === 'string' && !/\d/.test(example);
    const isFailure = isWord && /^(error|err|fail|failed|failure|ko|nok)$/i.test(example);
    return [
      ...(isFailure ? [example] : isWord ? [inStyleOf(example, title)] : []),
      status,
      String(status),
      'error',
      false,
    ];
  },
};
const FAILURE: Convention = { weight: 1, valuesFrom: () => [true] };
const SUCCESS: Convention = { weight: 1, valuesFrom: () => [false] };
const FOUND: Convention = { weight: 1, valuesFrom: ({ violation }) => (violation?.found ? [violation.found] : []) };
const EXPECTED: Convention = {
  weight: 1,
  valuesFrom: ({ violation }) => (violation?.expected ? [violation.expected] : []),
};
const IN: Convention = {
  weight: 3,
  isPlace: true,
  valuesFrom: ({ violation }) => (violation === undefined ? [] : [violation.place]),
};

/** In milliseconds or seconds where it is a number: the schema's bounds decide. */
const TIME: Convention = {
  weight: 1,
  valuesFrom: ({ now }) => [
    new Date(now).toISOString(),
    now,
    Math.floor(now / 1000),
    new Date(now).toISOString().slice(0, 10),
  ],
};

/** The way to what is wrong, as a text or as a list such as FastAPI's `loc`. */
const PLACE: Convention = {
  weight: 4,
  isPlace: true,
  valuesFrom: ({ violation }) => {
    if (violation === undefined) return [];
    const { place, steps } = violation;
    const counted = steps.map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step));
    return [steps.join('.') || place, [place, ...counted], [place, ...steps]];
  },
};

/** What a member that has to tell a place says where none of its kind is wrong: the name of what is, else nothing. */
export const placeInstead = ({ violation }: Facts): string =>
  violation === undefined ? '' : violation.steps.join('.') || violation.place;

/** JSON:API has a pointer for what is wrong in the body alone, and a name for parameters. */
const POINTER: Convention = {
  weight: 4,
  isPlace: true,
  valuesFrom: ({ violation }) => (violation?.place === 'body' ? [pointerTo('', ...violation.steps)] : []),
};
const PARAMETER: Convention = {
  weight: 4,
  isPlace: true,
  valuesFrom: ({ violation }, { isItem, beside }) => {
    if (violation === undefined) return [];
    const isElsewhere = violation.place === 'body' && (!isItem || beside.has('pointer'));
    return isElsewhere ? [] : [violation.steps.join('.') || violation.place];
  },
};

/** A text beside a message is the phrase of the status, or with RFC 6749's description the code; alone it is the message. */
const ERROR: Convention = {
  weight: SENTENCE,
  valuesFrom: ({ message, title, code }, { beside }) => {
    if (beside.has('errordescription')) return [code, true];
    return MESSAGES.some((name) => beside.has(name)) ? [title, true] : [message, true];
  },
};

const REQUEST_ID: Convention = { weight: 1, valuesFrom: ({ requestId }) => [requestId()] };

/** A URI of RFC 9457, where nothing but the status says what kind of problem it is; else a code. */
const TYPE: Convention = {
  weight: 1,
  valuesFrom: ({ code }, { beside }) => (beside.has('title') ? ['about:blank', code] : [code, 'about:blank']),
};

/** Of an item the member that is wrong; else, beside a message, the kind of error. */
const NAME: Convention = {
  weight: 2,
  valuesFrom: (facts, surroundings) => (surroundings.isItem ? PLACE : CODE).valuesFrom(facts, surroundings),
};
const ITEMS_PLACE: Convention = {
  weight: 4,
  isPlace: true,
  valuesFrom: (facts, surroundings) => (surroundings.isItem ? PLACE.valuesFrom(facts, surroundings) : []),
};

const MESSAGES: readonly string[] = [
  ...[
    'message',
    'msg',
    'detail',
    'details',
    'description',
    'reason',
    'explanation',
    'issue',
    'text',
    'summary',
    'cause',
  ],
  ...['errormessage', 'errordescription', 'errormsg', 'errordetail', 'faultstring', 'longmessage', 'shortmessage'],
  ...['usermessage', 'developermessage', 'displaymessage', 'debugmessage'],
];

const each = (convention: Convention, ...names: readonly string[]) => names.map((name) => [name, convention] as const);

const CONVENTIONS: ReadonlyMap<string, Convention> = new Map([
  ...each(STATUS, 'status', 'statuscode', 'httpstatus', 'httpstatuscode', 'httpcode', 'http'),
  ...each(CODE, 'code', 'errorcode', 'errcode', 'errorkey', 'errortype', 'kind', 'slug', 'faultcode', 'errorid'),
  ...each(MESSAGE, ...MESSAGES),
  ...each(TITLE, 'title', 'statustext', 'statusmessage', 'statusphrase', 'reasonphrase', 'errorname'),
  ...each(ERROR, 'error', 'errors', 'fault'),
  ...each(TYPE, 'type'),
  ...each(NAME, 'name'),
  ...each(PLACE, 'field', 'fieldname', 'fieldpath', 'property', 'propertyname', 'propertypath', 'attribute', 'loc'),
  ...each(ITEMS_PLACE, 'path', 'key', 'location', 'target', 'datapath', 'jsonpath', 'member', 'element'),
  ...each(POINTER, 'pointer', 'instancepath'),
  ...each(PARAMETER, 'param', 'params', 'parameter', 'parametername', 'argument'),
  ...each(IN, 'in', 'locationtype', 'place'),
  ...each(FOUND, 'value', 'rejectedvalue', 'invalidvalue', 'received', 'actual', 'found', 'provided', 'input'),
  ...each(EXPECTED, 'expected', 'constraint', 'expectation'),
  ...each(TIME, 'timestamp', 'time', 'datetime', 'date', 'occurredat'),
  ...each(REQUEST_ID, 'requestid', 'xrequestid'),
  ...each(SUCCESS, 'success', 'ok', 'succeeded', 'issuccess', 'successful', 'valid'),
  ...each(FAILURE, 'iserror', 'haserror', 'haserrors', 'failed', 'failure'),
]);

/** What a member tells; undefined for a name that tells nothing by convention. */
export const conventionOf = (name: string): Convention | undefined => CONVENTIONS.get(plain(name));

/** Whether a member of this name is a place for what went wrong, and not for something else that the same schema has. */
export const isAboutErrors = (name: string): boolean =>
  /err|fault|problem|fail|exception|detail|violation|invalid|issue|message|reason|cause|source|status|meta|field/.test(
    plain(name),
  );

/** What an error body may tell, of a problem as a whole or of one thing that is wrong with the request. */
export interface Facts {
  readonly status: number;
  /** The phrase of HTTP for the status, e.g. `Not Found`. */
  readonly title: string;
  readonly code: string;
  readonly message: string;
  /** Where the request is wrong, if it is in one place. */
  readonly violation: InputViolation | undefined;
  /** Everything that is wrong with the request, to be told one by one. */
  readonly violations: readonly InputViolation[];
  /** Unix milliseconds. */
  readonly now: number;
  readonly requestId: () => string;
}

export function factsOf(problem: Problem, source: Source): Facts {
  const { status, code, message, violations } = problem;
  return {
    status,
    title: phraseOf(status),
    code,
    message,
    violation: violations[0],
    violations,
    now: source.now,
    requestId: () => requestIdOf(source),
  };
}

/** The facts of one thing that is wrong. */
export const factsOfOne = (facts: Facts, violation: InputViolation): Facts => ({
  ...facts,
  code: violation.keyword || facts.code,
  message: violation.message,
  violation,
  violations: [],
});
