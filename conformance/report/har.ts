import { STATUS_CODES } from 'node:http';
import { type Exchange, type Request, type Response, wrongnessOf } from '../exchange/exchange';
import { shownCarry } from '../exchange/keys/keys';
import { jsonLine } from '../files';
import { withQuery } from '../requests/request';
import type { Report, ReportContext } from './content/context';
import {
  bodyText,
  cookiesOf,
  cookiesSetBy,
  type Field,
  replyFields,
  requestFields,
  shownTarget,
} from './content/redact';
import { cut } from './content/wording';

/** Every exchange in its order, for browsers and whatever else reads HAR 1.2. */
export const har = {
  id: 'har',
  use: 'HTTP tools: every exchange of the run, HAR 1.2; longer bodies are cut after 8,000 characters, keys are left out',
  file: 'report.har',
  render: harReport,
} as const satisfies Report;

/** A line for each exchange: together they may be longer than a text can be. */
export function* harReport(context: ReportContext): Iterable<string> {
  const { tool, contract, server, result, verdict } = context;
  const comment = context.redact(`${contract.title} ${contract.version} at ${server.baseUrl}: ${verdict}`);
  yield `{"log":{"version":"1.2","creator":${jsonLine(tool)},"comment":${jsonLine(comment)},"entries":[`;
  for (const [index, exchange] of result.exchanges.entries())
    yield `${index === 0 ? '' : ','}\n${jsonLine(entryOf(exchange, context))}`;
  yield '\n]}}\n';
}

function entryOf(exchange: Exchange, context: ReportContext) {
  const { request, response, sentBy, startedAt, milliseconds, together, connection, number } = exchange;
  const wrong = wrongnessOf(request.credential);
  const notes = [
    `${number}: ${sentBy}, ${request.operation.id}`,
    ...(together === undefined ? [] : [`one of ${together.requests.length} at once`]),
    ...(wrong === undefined ? [] : [`with a wrong key: ${wrong}`]),
  ];
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: milliseconds,
    request: requestOf(request, context),
    response: response === undefined ? noResponse(exchange, context) : responseOf(response, context),
    cache: {},
    // How long each part took is not known, but for the whole; -1 stands for what the format lets be unknown.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: milliseconds, receive: 0 },
    connection: connection && `${connection.number}`,
    comment: context.redact(notes.join('; ')),
  };
}

/** Neither is known: what a body takes on the wire, and with which version it went. */
const UNKNOWN = { httpVersion: 'unknown', headersSize: -1, bodySize: -1 } as const;

function requestOf(request: Request, { server, redact }: ReportContext) {
  const { headers: carried, query } = shownCarry(request, server.keys);
  const target = redact(shownTarget(request));
  const url = `${server.baseUrl}${withQuery(target, query)}`;
  const own = requestFields(request, redact).filter(({ name }) => !Object.hasOwn(carried, name));
  const headers: readonly Field[] = [...own, ...Object.entries(carried).map(([name, value]) => ({ name, value }))];
  return {
    ...UNKNOWN,
    method: request.method,
    url,
    cookies: cookiesOf(headers),
    headers,
    queryString: [...new URLSearchParams(url.split('?').slice(1).join('?'))].map(([name, value]) => ({ name, value })),
    postData:
      request.body === undefined
        ? undefined
        : { mimeType: request.headers['content-type'] ?? '', text: cut(redact(request.body)) },
  };
}

function responseOf(response: Response, { redact }: ReportContext) {
  const { status, headers, body } = response;
  const { text, bytes, isCut } = body;
  const cookies = headers.get('set-cookie');
  const fields = replyFields(response, redact);
  return {
    ...UNKNOWN,
    status,
    statusText: STATUS_CODES[status] ?? '',
    cookies: cookies === undefined ? [] : cookiesSetBy(redact(cookies)),
    headers: fields,
    content: {
      size: bytes,
      mimeType: redact(headers.get('content-type') ?? ''),
      ...(text === undefined ? { comment: 'not kept: it is no text in UTF-8' } : { text: bodyText(body, redact) }),
      ...(isCut ? { comment: `cut: ${bytes} bytes, of which these are the first` } : {}),
    },
    redirectURL: fields.find(({ name }) => name === 'location')?.value ?? '',
  };
}

/** The status 0, as browsers have it. */
function noResponse({ failure }: Exchange, { redact }: ReportContext) {
  const why = redact(failure?.message ?? 'no reply');
  return {
    ...UNKNOWN,
    status: 0,
    statusText: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    comment: why,
    _error: why,
  };
}
