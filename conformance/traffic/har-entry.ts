import { isObject, own } from '../../openapi/contract';

export type Fields = readonly (readonly [name: string, value: string])[];

/** What is needed of an entry of a HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec), however much else it has. */
export interface HarEntry {
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The page that sent it, by whose clock it is timed; empty where none is named. */
  readonly page: string;
  /** Infinite where the recorder has not told how long it took. */
  readonly milliseconds: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Fields;
  readonly requestBody: string | undefined;
  /** 0 or less where no reply came. */
  readonly status: number;
  readonly headers: Fields;
  readonly content: HarContent;
  /** Why the reply is none that the server has just made; undefined where nothing says so. */
  readonly origin: 'cache' | 'test' | undefined;
}

/** A reply's body as it was recorded: decoded, whatever its `Content-Encoding` was. */
export interface HarContent {
  readonly text: string | undefined;
  readonly isBase64: boolean;
  /** Bytes, decoded; undefined where it is not told. */
  readonly size: number | undefined;
  /** Bytes as they came; undefined where it is not told. */
  readonly bodySize: number | undefined;
}

/** @throws Error whose message says in a few words what it lacks */
export function readEntry(value: unknown): HarEntry {
  const { request, response } = expectObjects(value);
  const started = own(asObject(value), 'startedDateTime');
  const startedAt = typeof started === 'string' ? Date.parse(started) : Number.NaN;
  if (Number.isNaN(startedAt)) throw new Error('no startedDateTime that is a date');
  const [method, url, status] = [own(request, 'method'), own(request, 'url'), own(response, 'status')];
  if (typeof method !== 'string') throw new Error('no request.method');
  if (typeof url !== 'string') throw new Error('no request.url');
  if (typeof status !== 'number') throw new Error('no response.status that is a number');
  return {
    startedAt,
    page: textOf(own(asObject(value), 'pageref')) ?? '',
    milliseconds: durationOf(asObject(value)),
    method: method.toUpperCase(),
    url,
    requestHeaders: fieldsOf(own(request, 'headers')),
    requestBody: requestBodyOf(asObject(own(request, 'postData'))),
    status,
    headers: fieldsOf(own(response, 'headers')),
    content: contentOf(response),
    origin: originOf(asObject(value), request, response),
  };
}

type Values = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Values => (isObject(value) ? value : {});
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function expectObjects(value: unknown): { readonly request: Values; readonly response: Values } {
  const [request, response] = [own(asObject(value), 'request'), own(asObject(value), 'response')];
  if (!isObject(request)) throw new Error('no request');
  if (!isObject(response)) throw new Error('no response');
  return { request, response };
}

/** `time` is the sum of the phases; some recorders leave it at -1 until the reply is through. */
function durationOf(entry: Values): number {
  const time = numberOf(own(entry, 'time'));
  if (time !== undefined) return time;
  const phases = Object.entries(asObject(own(entry, 'timings')))
    // `ssl` is part of `connect`.
    .filter(([name]) => PHASES.includes(name))
    .map(([, phase]) => numberOf(phase))
    .filter((phase) => phase !== undefined);
  return phases.length === 0 ? Number.POSITIVE_INFINITY : phases.reduce((sum, phase) => sum + phase, 0);
}

const PHASES: readonly string[] = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'];

/**
 * Without the pseudo-headers of HTTP/2, which are the request's and the reply's first lines. A field that came several
 * times stands in one line with line breaks in Chromium's recordings, and several times in those of others.
 */
function fieldsOf(value: unknown): Fields {
  const list = Array.isArray(value) ? value : [];
  const fields = list.flatMap((one): Fields => {
    const [name, field] = [own(asObject(one), 'name'), own(asObject(one), 'value')];
    return typeof name === 'string' && typeof field === 'string' ? [[name.toLowerCase(), field]] : [];
  });
  return fields.map(([name, field]) => [name, field.replaceAll(/\r?\n/g, ', ').trim()]);
}

/** Undefined where it is a form, or what was recorded is not what was sent. */
function requestBodyOf(postData: Values): string | undefined {
  const text = textOf(own(postData, 'text'));
  if (text === undefined || text === '' || own(postData, 'encoding') === 'base64') return undefined;
  return text.includes(REPLACEMENT) ? undefined : text;
}

/** What decoders write for bytes that are no text. */
const REPLACEMENT = '\ufffd';

function contentOf(response: Values): HarContent {
  const content = asObject(own(response, 'content'));
  return {
    text: textOf(own(content, 'text')),
    isBase64: own(content, 'encoding') === 'base64',
    size: numberOf(own(content, 'size')),
    bodySize: numberOf(own(response, 'bodySize')),
  };
}

/** By what browsers and Playwright note beside the standard, each name with an underscore (HAR 1.2). */
function originOf(entry: Values, request: Values, response: Values): HarEntry['origin'] {
  const says = (name: string): boolean =>
    [entry, response].some((one) => ![undefined, null, false, ''].some((nothing) => own(one, name) === nothing));
  if (says('_wasFulfilled')) return 'test';
  return CACHED.some(says) || cameInNoBytes(response) || isRevalidated(request, response) ? 'cache' : undefined;
}

const CACHED: readonly string[] = ['_fromCache', '_fromDiskCache', '_fetchedViaServiceWorker', '_fromServiceWorker'];

/** Of a reply from its cache Chromium counts no byte; Playwright takes the bytes of the headers off them, and -1 is unknown. */
const cameInNoBytes = (response: Values): boolean =>
  own(response, '_transferSize') === 0 || Number(own(response, 'bodySize') ?? 0) < -1;

/**
 * Whether a browser asked if its copy is still good, and has shown that copy: Playwright records a 304 as the 200 of the copy,
 * with the headers of the 304 and no byte of a body; of a short recording the size is unknown.
 */
function isRevalidated(request: Values, response: Values): boolean {
  const isConditional = fieldsOf(own(request, 'headers')).some(([name]) => CONDITIONAL.includes(name));
  return isConditional && own(response, 'status') === 200 && (numberOf(own(response, 'bodySize')) ?? 0) === 0;
}

/** RFC 9110 §13.1.2, §13.1.3. */
const CONDITIONAL: readonly string[] = ['if-none-match', 'if-modified-since'];
