import {
  type Header,
  isObject,
  memoized,
  type Operation,
  propertiesOf,
  replyFor,
  sentencesAround,
} from '../../openapi/contract';
import { type Exchange, isOfOperation, jsonMediaOf, jsonOf } from './exchange';
import { requestNameOf } from './request-name';

/** An id by which a server names a reply. */
interface ReplyId {
  readonly name: string;
  readonly value: string;
}

/** A header or a member of this name is one, another where the words beside it say so. */
const NAME = /^(?:x-)?request[-_]?id$/i;
const OWN_ID =
  /\b(?:unique|different|distinct|its own|own|new|another)\b[^.;]{0,40}\b(?:each|every|per|for (?:the|this|a)|to (?:each|every)) (?:single )?(?:request|repl|response|answer|call)|\b(?:each|every) (?:request|repl|response|answer|call)[^.;]{0,40}\b(?:unique|different|distinct|its own|own|new|another)\b|\b(?:id|identifier) (?:of|for) (?:the|this|a|each|every) (?:request|repl|response|call)|\bidentifies (?:the|this|a|each|every) (?:request|repl|response|call)|\bno two (?:repl|response|request|answer|call)\w*[^.;]{0,20}\b(?:share|have|has|carry|bear|get|the same|alike)\b|\bnever (?:the same|used|given) twice\b/i;
/** What a client has sent comes again. */
const ECHOED = /\b(?:echo|copied|copy of|sent by the client|as (?:it was )?sent|if (?:it was )?(?:sent|given))/i;

const isOwnId = (name: string, description: unknown): boolean => {
  const words = typeof description === 'string' ? description : '';
  return !ECHOED.test(words) && (NAME.test(name) || OWN_ID.test(words));
};

/** The same of a header, or by what is said of it around its operation. */
const isIdHeader = memoized((operation: Operation) =>
  memoized(({ name, description }: Header): boolean => {
    const around = sentencesAround(operation, [name]).filter(
      (text) => !/\b(?:client|you|caller)s?\b[^.;]{0,20}\bsen[dt]/i.test(text),
    );
    const isCalledSo = /(?:id|trace|reference)$/i.test(name) && !ECHOED.test(description);
    return isOwnId(name, description) || (isCalledSo && around.some((text) => isOwnId('', text)));
  }),
);

/**
 * The ids that a reply has of its own: those in documented headers, and in members of an error. None where the client may have
 * named it, or is answered by a reply of before.
 */
export function replyIdsIn(exchange: Exchange): readonly ReplyId[] {
  const { request, response } = exchange;
  if (response === undefined || response.status === 304 || !isOfOperation(exchange)) return [];
  const { headers: sent, operation } = request;
  const key = requestNameOf(operation)?.name.toLowerCase();
  if (key !== undefined && sent[key] !== undefined) return [];
  const isSent = (name: string): boolean => Object.keys(sent).some((one) => one === name.toLowerCase());
  const headers = (replyFor(operation, response.status)?.headers ?? []).flatMap((header) => {
    const { name } = header;
    const value = response.headers.get(name.toLowerCase());
    return value === undefined || isSent(name) || !isIdHeader(operation)(header) ? [] : [{ name, value }];
  });
  const schema = response.status >= 400 ? jsonMediaOf(exchange)?.schema : undefined;
  const body = jsonOf(exchange);
  if (schema === undefined || !isObject(body)) return headers;
  const members = [...propertiesOf(schema).values()].flatMap(({ name, schema: { description } }) => {
    const value = body[name];
    // An error may repeat the id that the request has named.
    const isOwn = typeof value === 'string' && isOwnId(name, description) && !Object.values(sent).includes(value);
    return isOwn ? [{ name: `/${name}`, value }] : [];
  });
  return [...headers, ...members];
}
