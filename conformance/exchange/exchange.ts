import {
  isJson,
  isRange,
  isRaw,
  jsonIn,
  jsonMediaType,
  type MediaType,
  matchMediaType,
  type Operation,
  type Requirement,
  replyFor,
} from '../../openapi/contract';

/** A failed exchange: what came instead of a whole HTTP response. */
export interface TransportFailure {
  /** `unreachable`: no connection was opened. `proxy`: the proxy opened none. `unread`: what came may be lawful. */
  readonly kind: 'timeout' | 'closed' | 'malformed' | 'too-large' | 'unreachable' | 'proxy' | 'unread';
  readonly message: string;
}

/** A body as it came, and what it is as JSON. */
export interface Body {
  readonly bytes: number;
  /** Decoded as UTF-8; undefined where it is none. Of a long one the beginning. */
  readonly text: string | undefined;
  /** Whether only the beginning was kept. */
  readonly isCut: boolean;
  /**
   * The exact JSON value, or why there is none (`isDeep`: it may be JSON, nested deeper than is read); undefined for an empty
   * body. Of one that is not read to its end, what its beginning shows: an array that has more items, or an object with such an
   * array, or undefined; and why, in a phrase, where that is the server's doing.
   */
  readonly json:
    | { readonly value: unknown }
    | { readonly problem: string; readonly isDeep?: true }
    | { readonly beginning: unknown; readonly unread?: string }
    | undefined;
}

export interface Response {
  readonly status: number;
  /** By name in lower case; several of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Body;
  /** What may be missing here, since a recorder or a browser has left it out; without it, all is there. */
  readonly unrecorded?: readonly ('headers' | 'body')[];
  /** The names of the headers as they came over a connection of HTTP/1.1; left out where they are not known. */
  readonly wireNames?: readonly string[];
}

/** Whether what a reply does not show may be missing in the recording alone. */
export const isUnrecorded = ({ unrecorded = [] }: Response, part: 'headers' | 'body'): boolean =>
  unrecorded.includes(part);

/**
 * Whose credential a request carries. Of the traffic of other clients it is not known whether a key is good: each key has a
 * name.
 */
export type Credential = 'main' | 'limit' | 'reader' | 'none' | Alternative | Wrong | Caller;

/** The main credential by another of the requirements any of which lets a caller in: the names of its schemes. */
interface Alternative {
  readonly by: string;
  /** That requirement, where the operation does not name it. */
  readonly way?: Requirement;
}

/** A credential that is wrong on purpose. */
interface Wrong {
  /** In what way. */
  readonly wrong: string;
  /** The one scheme, of several that are asked for at once, whose credential it is; left out: of each. */
  readonly of?: string;
  /** The name of the scheme whose right credential stands in its place. */
  readonly from?: string;
  /** The requirement that is met beside: the names of its schemes. */
  readonly beside?: string;
}

interface Caller {
  readonly caller: string;
  /** Whether no client has changed records meanwhile but those whose requests are judged; else another one may have. */
  readonly isAlone?: boolean;
  /** Whether it sends headers of its own, which stand in no report. */
  readonly hasMore?: true;
}

/** Whether another client, which was not watched, may have changed the records of a caller. */
export const mayHaveOthers = (credential: Credential): boolean =>
  typeof credential === 'object' && 'caller' in credential && credential.isAlone !== true;

/** Whether the requests of a caller have headers that stand in no report. */
export const hasMore = (credential: Credential): boolean =>
  typeof credential === 'object' && 'caller' in credential && credential.hasMore === true;

/** In what way a credential is wrong on purpose; undefined where it is not. */
export const wrongnessOf = (credential: Credential): string | undefined =>
  typeof credential === 'object' && 'wrong' in credential ? credential.wrong : undefined;

/** Whether a request with a credential is one of this suite. */
export const isOurs = (credential: Credential): boolean =>
  typeof credential === 'string' || 'wrong' in credential || 'by' in credential;

/** Whether what two requests with a credential are shown can be compared: not where it is none, or is wrong on purpose. */
export const isOfOneCaller = (credential: Credential): boolean =>
  credential === 'main' || credential === 'limit' || (typeof credential === 'object' && 'caller' in credential);

/**
 * The connection that a request is to go over: one of those that are kept for the whole run, one of its own, or one that a
 * check has opened to send several requests over it, one after the other.
 */
export type Connection = 'kept' | 'fresh' | { readonly named: string };

/** The connection that carried an exchange. */
export interface ConnectionUse {
  /** From 1, in the order in which they were opened. */
  readonly number: number;
  /** How many requests it had carried before. */
  readonly carried: number;
  /** Whether more came over it than the reply, before anything else was asked for. */
  readonly hasExcess: boolean;
}

/** A request as a check means it. */
export interface Request {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly target: string;
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, unknown>>;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credential: Credential;
  /** Names of headers that its operation requires, which are the user's for every request: they go with it and are not its own. */
  readonly beside?: readonly string[];
  /** Whether it goes without the tag of what it changes, though its operation asks for one. */
  readonly isUnconditional?: true;
  /** Left out: one of the kept ones. */
  readonly connection?: Connection;
  /** Whether its check has chosen the name that it goes under (`requestNameOf`), which it then keeps. */
  readonly isNamed?: true;
}

/** The requests that one was sent with at once, and when it was in flight. */
export interface Together {
  /** From 1, in the order of sending. */
  readonly batch: number;
  /** All of them, this one included. */
  readonly requests: readonly Request[];
  /** Milliseconds by a clock that is never set. */
  readonly began: number;
  readonly ended: number;
}

/** One request and what came of it. */
export interface Exchange {
  /** From 1, in the order of sending. */
  readonly number: number;
  readonly request: Request;
  /** Which of the keys that its credential has had it went with, from 1; left out where there was no other. */
  readonly keyNumber?: number;
  /** The id of the check that sent it. */
  readonly sentBy: string;
  readonly response: Response | undefined;
  readonly failure: TransportFailure | undefined;
  /** Undefined where none was opened, or it was not recorded. */
  readonly connection?: ConnectionUse | undefined;
  /** Whether it was sent before, over a kept connection that the server closed instead of answering. */
  readonly isRepeated?: boolean;
  /** Unix milliseconds by our clock, before it was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** Undefined where nothing else was sent until it had ended. */
  readonly together?: Together;
  /** Headers of a request of others that stand in no report, since they say only how the reply is to travel. */
  readonly asked?: { readonly encoding: string | undefined; readonly connection: string | undefined };
}

/** Whether a request has its operation's own method: HEAD leads to that of GET, and the contract says nothing of it. */
export const isOfOperation = ({ request }: Exchange): boolean => request.method === request.operation.method;

/** Whether a request has a method that its path does not have: the contract says nothing of what comes of it. */
export const isOfNoOperation = (exchange: Exchange): boolean =>
  !isOfOperation(exchange) && exchange.request.method !== 'HEAD';

/** Whether a request asks for no change (RFC 9110 §9.2.1). */
export const isSafe = ({ method }: Pick<Request, 'method'>): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);

/** Whether the server refused a request in a form that the contract knows: 4xx, whose envelope the oracles judge. */
export const isRefusal = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500;

export const isSuccess = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;

/** What an exchange came to, in a few words. */
export function outcomeOf({ response, failure }: Exchange): string {
  if (failure !== undefined) return failure.message;
  if (response === undefined) return 'nothing';
  const unread = isUnread({ response })
    ? ' with a body that is too long or deep to be judged, or encoded as few are'
    : '';
  return `the status ${response.status}${unread}`;
}

/** Whether the value of a reply's body is not known, though it may have one: it is too long or deep, or in a coding that we lack. */
export function isUnread({ response }: Pick<Exchange, 'response'>): boolean {
  const json = response?.body.json;
  return json !== undefined && ('beginning' in json || ('problem' in json && json.isDeep === true));
}

/** The JSON value of an exchange's reply; undefined where there is none. */
export function jsonOf({ response }: Exchange): unknown {
  const json = response?.body.json;
  return json !== undefined && 'value' in json ? json.value : undefined;
}

/** The same of a reply that is too long to be read: what its beginning shows. */
export function beginningOf({ response }: Exchange): unknown {
  const json = response?.body.json;
  return json !== undefined && 'beginning' in json ? json.beginning : undefined;
}

/**
 * The documented JSON that a reply's body is held against: where several media types are documented, that of its own
 * `Content-Type`. Undefined where the reply is none, where it says that it is another documented one, and where a range, a
 * text or bytes are documented, of which it does not say itself that they are JSON.
 */
export function jsonMediaOf(exchange: Exchange): MediaType | undefined {
  const media = documentedMediaOf(exchange);
  return media === undefined || isRaw(media) ? undefined : media;
}

function documentedMediaOf({ request, response }: Exchange): MediaType | undefined {
  if (response === undefined) return undefined;
  const content = replyFor(request.operation, response.status)?.content ?? [];
  const sent = response.headers.get('content-type');
  if (sent === undefined && content.some(isRange)) return undefined;
  // A recorder may have left it out.
  if (sent === undefined && response.unrecorded !== undefined)
    return content.every(({ type }) => isJson(type)) ? jsonMediaType(content) : undefined;
  const matched = sent === undefined ? undefined : matchMediaType(content, sent);
  if (sent === undefined || matched === undefined) return jsonMediaType(content);
  return isJson(sent) ? matched : undefined;
}

/** The rows of a text as RFC 4180 has them. */
export function tableOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/gy;
  let row: string[] = [];
  for (let found = cells.exec(text); found !== null; found = cells.exec(text)) {
    const [, cell = '', end = ''] = found;
    row.push(cell);
    if (end !== ',' && (row.length > 1 || cell !== '')) rows.push(row);
    if (end !== ',') row = [];
    if (cells.lastIndex >= text.length) break;
  }
  return rows;
}

const isOfLines = ({ response }: Exchange): boolean =>
  /\bjson-?(?:l|lines)\b|ndjson\b/i.test(response?.headers.get('content-type') ?? '');

/** The JSON values of a text that has one on each line, of which what is none is undefined; undefined for any other body. */
export function jsonLinesOf(exchange: Exchange): readonly unknown[] | undefined {
  const { isCut, text } = exchange.response?.body ?? {};
  if (isCut !== false || text === undefined || !isOfLines(exchange)) return undefined;
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [jsonIn(line)]));
}
