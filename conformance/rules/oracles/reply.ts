import { documents, essence, replyFor, stateOf, validatorOf, valueOfText } from '../../../openapi/contract';
import { isOfOperation, isSuccess, isUnrecorded, type Request, type Response } from '../../exchange/exchange';
import { isForeseen, isForItsReasons, isGatewayRefusal } from '../../exchange/refusals';
import { isLeftOutAgain } from '../../exchange/request-name';
import { headersOfAll, type SaidHeader } from '../../exchange/said-of-all';
import { clauseOf, operationClause, replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';
import { isWrong } from './status';

/** Each request gets a whole HTTP response in time. */
export const arrives: Oracle = {
  id: 'reply.arrives',
  title: 'Each request gets a whole reply',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'Each operation answers with one of its responses.'),
  judge: ({ exchange }) => {
    const { failure } = exchange;
    if (failure === undefined) return [];
    // The server has had no such request, or has answered in a way that our client can't take.
    if (failure.kind === 'proxy' || failure.kind === 'unread') return undefined;
    // The contract has no such method.
    if (!isOfOperation(exchange)) return undefined;
    return [{ key: failure.kind, expected: 'a whole HTTP response', actual: failure.message }];
  },
};

/** What worked goes on working, whatever is asked for: no reply by itself tells that, and a run adds what it notices. */
export const staysUp: Oracle = {
  id: 'server.stays-up',
  title: 'The server goes on serving',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'A request leaves the server at work for those that follow.'),
  judge: () => undefined,
};

/** A reply ends where it says, and nothing comes behind it that was not asked for (RFC 9112 §6.3, §9.2). */
export const ends: Oracle = {
  id: 'reply.ends',
  title: 'Nothing follows a reply',
  level: 'MUST',
  clause: ({ exchange: { request } }) => operationClause(request.operation, 'Each request has one response.'),
  judge: ({
    exchange: {
      request: { method },
      response,
      connection,
    },
  }) => {
    if (connection === undefined || response === undefined) return undefined;
    if (!connection.hasExcess) return [];
    return [
      {
        key: `${method} ${response.status}`,
        expected: 'one response',
        actual: `more bytes behind the ${response.status} to a ${method}, before anything else was asked for`,
      },
    ];
  },
};

/** No request makes the server fail. */
export const no5xx: Oracle = {
  id: 'reply.no-5xx',
  title: 'No request makes the server fail',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'No response of 5xx is the answer to a request of the client.'),
  judge: ({ exchange }) => {
    const { response } = exchange;
    if (response === undefined) return undefined;
    if (response.status < 500) return [];
    // A method that the contract does not have may be one that the server does not know (RFC 9110 §15.6.2).
    if (response.status === 501 && !isOfOperation(exchange)) return undefined;
    const { operation } = exchange.request;
    const isForReasons = isForItsReasons(exchange);
    if (isForReasons && documents(operation, response.status)) return undefined;
    const breach = { key: String(response.status), actual: `the status ${response.status}` };
    // A request that is wrong is the client's fault, and no reason to fail.
    const isExcusable = isForReasons || (isForeseen(exchange) && !isWrong(exchange.request));
    if (!isExcusable) return [{ ...breach, expected: 'no status of 5xx' }];
    return [{ ...breach, expected: 'no status of 5xx, though the document foresees it', isExcusable }];
  },
};

/** A key that is served before and after is not refused in between. */
export const steady: Oracle = {
  id: 'credentials.steady',
  title: 'A valid key is accepted every time',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    clauseOf(request, 401, 'A missing or invalid API key yields 401, and a valid one does not.'),
  judge: ({ exchange, refused }) => {
    const isOurs = ['main', 'limit'].some((name) => name === exchange.request.credential);
    if (!isOurs || !isSuccess(exchange) || !isOfOperation(exchange)) return undefined;
    if (refused === undefined) return [];
    const expected = 'the key to be served, as it was before and after';
    return [{ key: 'refused', expected, actual: 'the status 401 in between', earlier: refused }];
  },
};

/** What words beside `Content-Disposition` (RFC 6266) say of it that a value is not: `attachment` with a file name that ends in `.csv` or `.json`. */
function dispositionSaid(name: string, said: string, text: string, media: string): string | undefined {
  const [, type] =
    /^\W*(?:`(attachment|inline)`|(attachment|inline);)/i.exec(said)?.filter((one) => one !== undefined) ?? [];
  const isEither =
    (/\battachment\b/i.test(said) && /\binline\b/i.test(said)) ||
    /\b(?:or|unless|if|when|where|defaults?|otherwise|except|for)\b/i.test(said.split(/name\b/i)[0] ?? '');
  if (name.toLowerCase() !== 'content-disposition' || type === undefined || isEither) return undefined;
  const [, ends = ''] = /\bname (?:that|which) ends (?:in|with) ((?:`\.\w+`(?:,? or |, )?)+)/i.exec(said) ?? [];
  const [, shown = ''] = /\bfilename=(.*)$/i.exec(said) ?? [];
  const samples = [...shown.matchAll(/(?<!\d)(\.[a-z]\w*)/gi)].map(([, end = '']) => end);
  // Of several samples the one that is called as what is sent.
  const ofMedia = samples.filter((end) => (ENDINGS.get(media) ?? []).includes(end.toLowerCase()));
  const named = [...ends.matchAll(/`(\.\w+)`/g)].map(([, end = '']) => end);
  const allowed = [...named, ...(ofMedia.length > 0 ? ofMedia : samples)];
  const [, quotedName, token] = /\bfilename\*?=\s*(?:"((?:[^"\\]|\\.)*)"|([^";]+))/i.exec(text) ?? [];
  const file = quotedName ?? token?.trim();
  if (!new RegExp(`^\\s*${type}\\s*(?:;|$)`, 'i').test(text)) return type;
  const isEnding =
    file === undefined || allowed.length === 0 || allowed.some((end) => file.toLowerCase().endsWith(end));
  return isEnding ? undefined : `a file name that ends in ${allowed.join(' or ')}`;
}

/** How files of media types are called. */
const ENDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['text/csv', ['.csv']],
  ['application/json', ['.json']],
  ['application/x-ndjson', ['.jsonl', '.ndjson']],
  ['application/jsonl', ['.jsonl', '.ndjson']],
  ['application/pdf', ['.pdf']],
  ['application/xml', ['.xml']],
]);

/** The documented headers are there where they are required, and fit their schemas. */
export const headers: Oracle = {
  id: 'reply.headers',
  title: 'The documented headers are there and fit their schemas',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'A response carries its documented headers.', 'headers'),
  judge: ({ exchange, contract }) => {
    const { request, response } = exchange;
    const documented = response && replyFor(request.operation, response.status)?.headers;
    // A reply to HEAD may leave some out (RFC 9110 §9.3.2).
    if (!isOfOperation(exchange)) return undefined;
    const said = response && !isUnrecorded(response, 'headers') && !isGatewayRefusal(exchange);
    const wrong = said ? headersOfAll(contract).find((one) => !isAsSaid(one, response)) : undefined;
    if (response !== undefined && wrong !== undefined) {
      const { name, value, isOfErrors } = wrong;
      const found = response.headers.get(name.toLowerCase());
      const defect = found === undefined ? `${name} missing` : `${name} has another value`;
      return [
        {
          key: defect,
          expected: `the header ${name}${value === undefined ? '' : `: ${value}`}, which every ${isOfErrors ? 'error' : 'reply'} is said to have`,
          actual: found === undefined ? `a ${response.status} without it` : `${name}: ${found}`,
          topic: { defect, part: 'missing headers' },
        },
      ];
    }
    if (response === undefined || documented === undefined || documented.length === 0) return undefined;
    // What a recorder has left out was not seen to be right either.
    if (isUnrecorded(response, 'headers') && !documented.some(({ name }) => response.headers.has(name.toLowerCase())))
      return undefined;
    return documented.flatMap(({ name, required, schema, description, pointer, allowance }) => {
      const text = response.headers.get(name.toLowerCase());
      if (text === undefined) {
        if (!required || isUnrecorded(response, 'headers') || isLeftOutAgain(exchange, name)) return [];
        return [
          {
            key: `${name} missing`,
            expected: `the header ${name}`,
            actual: `a ${response.status} without it`,
            pointer,
            topic: {
              defect: `${name} missing`,
              part: allowance === undefined ? 'missing headers' : 'allowance headers',
            },
          },
        ];
      }
      const fits = validatorOf(schema, 'response');
      const [violation, ...others] = readingsOf(name, text, request).map((one) => fits(valueOfText(schema, one)));
      const said =
        violation === undefined
          ? dispositionSaid(name, description, text, essence(response.headers.get('content-type') ?? ''))
          : undefined;
      if (said !== undefined)
        return [
          {
            key: `${name} otherwise`,
            expected: `${name}: ${said}`,
            actual: text,
            pointer,
            topic: { defect: `${name} otherwise` },
          },
        ];
      if (violation === undefined || others.includes(undefined)) return [];
      return [
        {
          key: `${name} ${violation.keyword}`,
          expected: `${name}: ${violation.expected}`,
          actual: stateOf(violation, name),
          pointer,
          topic: {
            defect: `${name} ${violation.keyword}`,
            ...(allowance === undefined ? {} : { part: 'allowance headers' }),
          },
        },
      ];
    });
  },
};

/** A header as it is, and the whole address that it leads to: HTTP takes a reference there, whatever the document calls it. */
function readingsOf(name: string, text: string, { target }: Request): readonly string[] {
  const here = `http://server.example${target}`;
  return REFERENCES.has(name.toLowerCase()) && URL.canParse(text, here) ? [text, new URL(text, here).href] : [text];
}

/** RFC 9110 §10.2.2, §8.7. */
const REFERENCES: ReadonlySet<string> = new Set(['location', 'content-location']);

/** Whether a reply has a header, with all parts of the value that words give to it. */
function isAsSaid({ name, value, isOfErrors }: SaidHeader, { status, headers: all }: Response): boolean {
  if (isOfErrors && status < 400) return true;
  const partsOf = (text: string): readonly string[] => text.split(',').map((one) => one.trim().toLowerCase());
  const found = all.get(name.toLowerCase());
  return found !== undefined && (value === undefined || partsOf(value).every((one) => partsOf(found).includes(one)));
}
