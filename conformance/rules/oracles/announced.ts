import {
  type Contract,
  createMatcher,
  type Header,
  memoized,
  type Operation,
  own,
  type Resource,
  replyFor,
  schemaOfReply,
  sentencesAround,
} from '../../../openapi/contract';
import { type Exchange, isOfOperation, isUnrecorded } from '../../exchange/exchange';
import { replyIdsIn } from '../../exchange/reply-ids';
import { sentencesOf, withNoun } from '../../records/marked';
import { idOf, keyOf, recordOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import { replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** `Location` in a 201 leads to what was made (RFC 9110 §10.2.2, §15.3.2), and in a 202 that documents it to the job. */
export const location: Oracle = {
  id: 'created.location',
  title: 'Location leads to what was made',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'Location names what was made (RFC 9110 §15.3.2).', 'headers'),
  judge: ({ exchange, contract, target }) => {
    const { request, response } = exchange;
    const text = response?.headers.get('location');
    if (response === undefined || !isOfOperation(exchange)) return undefined;
    // By 202 a server may name anything, where the document does not say what.
    const isNamed = response.status === 202 && replyFor(request.operation, 202)?.headers.some(isLocation) === true;
    if (response.status !== 201 && !isNamed) return undefined;
    const resource = contract.resources.find(({ operations }) => operations.create === request.operation);
    const { read } = resource?.operations ?? {};
    if (resource?.isSure !== true || read === undefined || resource.idParameter === undefined) return undefined;
    if (text === undefined) {
      // Without one, what was made would be at the very path that was asked for (RFC 9110 §15.3.2): a list.
      if (!saysWhere(exchange) || isUnrecorded(response, 'headers')) return undefined;
      return [
        { key: 'missing', expected: 'the header Location', actual: 'a 201 without it', topic: { defect: 'Location' } },
      ];
    }
    const base = new URL(target.baseUrl === '' ? `http://server.example${contract.prefix}` : target.baseUrl);
    const prefix = base.pathname.replace(/\/$/, '');
    const here = `${base.origin}${prefix}${request.target}`;
    if (!URL.canParse(text, here))
      return [{ key: 'form', expected: 'Location: a reference to what was made', actual: brief(text) }];
    const leads = new URL(text, here);
    // Behind a gateway a server may know itself by another name.
    if (leads.origin !== base.origin) return undefined;
    const expected = `Location: the path ${prefix}${resource.itemPath} of what was made`;
    const wrong = { key: 'elsewhere', expected, actual: `Location: ${brief(text)}`, topic: { defect: 'Location' } };
    const path = leads.pathname.startsWith(`${prefix}/`) ? leads.pathname.slice(prefix.length) : undefined;
    const found = path === undefined ? undefined : matcherOf(contract)('GET', path);
    if (found?.kind !== 'operation') return [wrong];
    // What was made may be shown elsewhere as well: there it has the same schema.
    if (found.operation !== read) {
      const shown = schemaOfReply(found.operation);
      const isShown = shown !== undefined && [resource.schema, schemaOfReply(read)].includes(shown);
      const isAside = !isShown && leadsToItself(resource, request.operation, response.status);
      const isList = [request.operation.path, resource.collectionPath].includes(found.operation.path);
      return (isList && leads.search === '') || isAside ? [wrong] : [];
    }
    const record = recordOf(exchange, resource);
    const id = record && idOf(record, resource);
    if (id === undefined || typeof id === 'object') return [];
    const named = own(found.pathParameters, resource.idParameter.name);
    return named === undefined || keyOf(named) === keyOf(id)
      ? []
      : [{ ...wrong, key: 'another', expected: `Location: the path of ${brief(id)}` }];
  },
};

const isLocation = ({ name }: Header): boolean => name.toLowerCase() === 'location';

/** Whether the document says of the reply's `Location` where that leads. */
const saysWhere = ({ request: { operation } }: Exchange): boolean =>
  (replyFor(operation, 201)?.headers ?? []).some(
    (one) => isLocation(one) && /\b(?:where|address|ur[il]|location|link|path)\b/i.test(one.description),
  );

/** Whether words say that `Location` leads to the very record: that it is found there, or looked at until it is done. */
function leadsToItself(resource: Resource, operation: Operation, status: number): boolean {
  const reply = replyFor(operation, status);
  const header = withNoun(reply?.headers.find(isLocation)?.description ?? '', resource, 'record');
  const said = [
    ...sentencesOf(`${operation.description}\n${reply?.description}`),
    ...sentencesAround(operation),
  ].filter((text) => /\bLocation\b/.test(text));
  return (
    (OF_RECORD.test(header) && !OF_RESULT.test(header)) ||
    said.some((text) => IS_WATCHED.test(text) && !OF_RESULT.test(text))
  );
}

const OF_RECORD =
  /^\W*(?:(?:the )?(?:where|address|ur[il](?: reference)?|location|link|path)(?: (?:of|to))? )?(?:the|a|this|its) (?:(?:new(?:ly)?|created|made|accepted|own|very) ){0,2}(?:record|resource|job|task|object|entity)(?: itself| (?:is|can be|may be) (?:found|read|polled|looked at|watched)\b.*| is)?(?:\W*$|[,;:(]| with\b| as\b)/i;
const OF_RESULT =
  /\b(?:files?|results?|downloads?|outputs?|contents?|documents?|reports?|or(?! relative| absolute))\b/i;
/** `Look at the address in Location until status is done`, `poll Location until it is ready`. */
const IS_WATCHED =
  /\b(?:poll|look at|ask|check|watch|follow|GET|fetch|read|request)\b(?! again)[^.;]{0,40}\bLocation\b[^.;]{0,40}\buntil\b(?! (?:it|that|`?Location`?) (?:is|comes) (?:there|sent))|\b(?:poll|check|watch|follow|read) (?:it|its (?:status|state|progress)|the (?:status|state|progress)) (?:at|under|in|by) [^.;]{0,20}\bLocation\b/i;

const matcherOf = memoized(({ operations }: Contract) => createMatcher({ prefix: '', operations }));

/** Each reply has an id of its own, where the document says that a header or a member of errors is one. */
export const replyId: Oracle = {
  id: 'reply.own-id',
  title: 'The id of a reply is that of no other',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'The id of a request is that of no other.', 'headers'),
  judge: ({ exchange, shownBefore }) => {
    const ids = replyIdsIn(exchange);
    if (ids.length === 0 || shownBefore === undefined) return undefined;
    return ids.flatMap(({ name, value }) => {
      const earlier = shownBefore(name, value);
      const expected = `${name}: an id of its own`;
      return earlier === undefined
        ? []
        : [{ key: name, expected, actual: `${brief(value)}, as before`, earlier, topic: { defect: name } }];
    });
  },
};
