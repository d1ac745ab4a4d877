import {
  alternativesOf,
  documents,
  essence,
  isObject,
  isRange,
  itemsOf,
  jsonIn,
  jsonMediaType,
  keywordOf,
  memoized,
  type Operation,
  own,
  type Property,
  paragraphsAround,
  pointerTokens,
  propertiesOf,
  type Reply,
  replyFor,
  type Schema,
  schemaAt,
  sentencesAround,
  standInsOf,
  type Violation,
  validatorOf,
  violationsOf,
} from '../../../openapi/contract';
import { type Exchange, isOfOperation, jsonOf, type Request } from '../../exchange/exchange';
import { wrongInQuery } from '../../exchange/query';
import { statusesIn } from '../../exchange/refusals';
import { requestNameOf } from '../../exchange/request-name';
import { bodyOf, isMergePatch, refusalStatuses } from '../../exchange/subject';
import { brief } from '../../verdict/brief';
import { operationClause, replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';
import { isWrongBesideBody } from './status';

/** What is wrong with a body, of which each may have a status of its own. */
type Reason = 'a media type that is not taken' | 'no JSON' | 'JSON that breaks the schema';

/**
 * A body is refused by the status that the document has for what is wrong with it: where its descriptions tell what can't be read from
 * what is read and breaks the schema, and where it documents a 415 (RFC 9110 §15.5.16). A status that claims neither, or both, is
 * judged by nobody.
 */
export const refusalReason: Oracle = {
  id: 'refusal.reason',
  title: 'A body is refused by the status that is documented for what is wrong with it',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'Each status of a refusal is for what its description says.'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || response.status < 400 || response.status >= 500) return undefined;
    if (!isOfOperation(exchange) || isWrongBesideBody(request)) return undefined;
    const reason = reasonOf(request);
    if (reason === undefined) return undefined;
    const own = statusesFor(request.operation, reason);
    const others =
      reason === 'JSON that breaks the schema'
        ? statusesFor(request.operation, 'no JSON')
        : refusalStatuses(request.operation).filter((one) => !own.includes(one));
    if (own.length === 0 || own.some((status) => others.includes(status))) return undefined;
    const { status } = response;
    if (!others.includes(status)) return [];
    return [
      {
        key: `${status} for ${reason}`,
        expected: `the status ${own.join(' or ')}`,
        actual: `the status ${status} for ${reason}`,
      },
    ];
  },
};

/** The words of a description by which a status is for what can't be read, and for what is read and is wrong. */
const UNREADABLE =
  /\b(?:malformed|syntax|unreadable|unpars\w+|not readable|(?:not|n't) be (?:read|parsed|decoded)|(?:not|no|invalid) (?:valid |well-formed )?JSON|JSON (?:that|which) (?:cannot|can't|can not))\b/i;
const INVALID =
  /\bschema|\bvalidat|\bviolat|\bbreaks?\b|\bdoes not (?:match|fit|satisfy|conform|meet)\b|\b(?:read|readable|parsed|well-formed),? but\b|\bsemantic|\bunprocessable|\b(?:was|is|can be|could be) (?:read|parsed)\b|\binvalid (?:value|field|member|propert|content|data|attribute)|\bcontents?\b[^.;]{0,20}\b(?:is|are|was) (?:not valid|invalid|wrong)\b(?! JSON)/i;

function statusesFor(operation: Operation, reason: Reason): readonly number[] {
  if (reason === 'a media type that is not taken') return documents(operation, 415) ? [415] : [];
  const words = reason === 'no JSON' ? UNREADABLE : INVALID;
  // Another status is for something else than the body, such as malformed credentials.
  const around = saidAround(operation, words);
  if (around.length > 0) return around;
  return refusalStatuses(operation).filter((status) => words.test(replyFor(operation, status)?.description ?? ''));
}

/** The status that a sentence around an operation names for a body of which it speaks so: `JSON that does not fit the schema earns 422`. */
function saidAround(operation: Operation, words: RegExp): readonly number[] {
  const named = sentencesAround(operation)
    .filter((text) => words.test(text) && OF_BODY.test(text) && !OF_OTHERS.test(text))
    .map(statusesIn)
    .filter((statuses) => statuses.length === 1)
    .flat();
  const [status, ...more] = new Set(named);
  return status !== undefined && more.length === 0 && refusalStatuses(operation).includes(status) ? [status] : [];
}

const OF_BODY = /\b(?:JSON|bod(?:y|ies)|payloads?|contents?)\b/i;
const OF_OTHERS = /\b(?:quer(?:y|ies)|parameters?|headers?|cursors?|keys?|tokens?|credentials?|media types?)\b/i;

function reasonOf({ operation, headers, body }: Request): Reason | undefined {
  const media = bodyOf(operation);
  if (media === undefined || body === undefined || body === '' || isRange(media)) return undefined;
  const type = essence(headers['content-type'] ?? '');
  if (type !== essence(media.type))
    return type !== '' && isUnknown(operation, type) ? 'a media type that is not taken' : undefined;
  if (!isJsonText(body)) return 'no JSON';
  const value = jsonIn(body);
  const violation = value === undefined ? undefined : validatorOf(media.schema, 'request')(value);
  // A value of another type is what many a parser of typed languages can't read.
  return violation === undefined || violation.keyword === 'type' ? undefined : 'JSON that breaks the schema';
}

/** Whether no media type that an operation takes is this one, or a range that has it. */
const isUnknown = ({ body }: Operation, type: string): boolean =>
  (body?.content ?? []).every((one) => !isRange(one) && essence(one.type) !== type);

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What words say of the single mistakes that a refusal lists. */
interface Mistakes {
  readonly list: string;
  /** The member of each by which it names a place in the body: a JSON pointer. */
  readonly pointer: string | undefined;
  /** The same for a parameter. */
  readonly parameter: string | undefined;
  readonly isAlwaysThere: boolean;
  readonly namesEvery: boolean;
  /** Whether the pointer is said to lead to what is missing or unknown as well, not to what it is missing from. */
  readonly leadsToMissing: boolean;
  readonly leadsToUnknown: boolean;
}

/** What the words beside a refusal and its members say of what it names; undefined where they promise nothing. */
const mistakesOf = memoized((operation: Operation) =>
  memoized((reply: Reply): Mistakes | undefined => {
    const schema = jsonMediaType(reply.content)?.schema;
    for (const { name, schema: member } of propertiesOf(schema ?? {}).values()) {
      const single = [...propertiesOf(itemsOf(member) ?? {}).values()];
      const wordsOf = (of: Schema): string => String(of.description ?? '');
      /** What is said around of a member of each mistake, from its name on. */
      const around = ({ name: of }: Property): readonly string[] =>
        paragraphsAround(operation, of)
          .flatMap((text) => text.split(`\`${of}\``).slice(1, 2))
          .map((text) => text.split('.', 1).join());
      const ofList = sentencesAround(operation, [name]);
      const pointer = single.find(
        (one) =>
          keywordOf(one.schema, 'format') === 'json-pointer' ||
          OF_POINTERS.test(wordsOf(one.schema)) ||
          (/pointer$/i.test(one.name) && ofList.some((text) => OF_POINTERS.test(text))),
      );
      const parameter = single.find(
        (one) =>
          /\b(?:query )?parameter\b/i.test(wordsOf(one.schema)) ||
          around(one).some((text) =>
            /^\W{1,3}(?:for |is |has )?(?:the )?name of (?:an?|the) (?:query )?parameter\b/i.test(text),
          ),
      );
      if (pointer === undefined && parameter === undefined) continue;
      const texts = [
        ...[reply.description, wordsOf(member)].flatMap((text) => text.split(/(?<=[.;])\s+/)),
        ...ofList,
      ].filter((text) => {
        const statuses = statusesIn(text);
        return statuses.length === 0 || statuses.includes(Number(reply.status));
      });
      const namesEvery = texts.some(
        (text) => SAYS_EVERY.some((form) => form.test(text)) && OF_MISTAKES.test(text) && !SAYS_PERHAPS.test(text),
      );
      const isAlwaysThere = texts.some(
        (text) => /\balways\b/i.test(text) && new RegExp(`\\b${reply.status}\\b`).test(text),
      );
      if (!namesEvery && !isAlwaysThere && pointer === undefined) continue;
      const [leads = ''] =
        pointer === undefined
          ? []
          : [wordsOf(pointer.schema), ...around(pointer)].filter((text) => /\bpointer\b/i.test(text));
      return {
        ...{ list: name, pointer: pointer?.name, parameter: parameter?.name, isAlwaysThere, namesEvery },
        leadsToMissing: /\b(?:missing|lacking|absent|left out)\b/i.test(leads),
        leadsToUnknown: /\b(?:unknown|not known|unexpected|undocumented|unrecogni[sz]ed)\b/i.test(leads),
      };
    }
    return undefined;
  }),
);

/** Whether refusals of an operation are said to name all that is wrong with its query, or its body. */
export const namesEveryMistake = (operation: Operation, within: 'query' | 'body' = 'query'): boolean =>
  [400, 422].some((status) => {
    const reply = replyFor(operation, status);
    const mistakes = reply?.status === status ? mistakesOf(operation)(reply) : undefined;
    return mistakes?.namesEvery === true && (within === 'query' ? mistakes.parameter : mistakes.pointer) !== undefined;
  });

const OF_POINTERS = /\bJSON[ -]?pointers?\b|\bRFC ?6901\b/i;

/** That a refusal names all that is wrong: "lists every field that is wrong", "one entry for each violation", "all errors are reported". */
const SAYS_EVERY: readonly RegExp[] = [
  /\b(?:names?|lists?|tells?|reports?|contains?|includes?|holds?|gives?|shows?)\b[^.;]{0,20}\b(?:every(?:thing)?|each|all)\b/i,
  /\b(?:one|an?)(?: (?:entry|item|element|object|error|detail))?(?: in [`"']?\w+[`"']?)? (?:for (?:each|every)|per)\b/i,
  /\b(?:all|every(?:thing)?|each)\b[^.;]{0,50}\bnot (?:only|just|merely)\b[^.;]{0,30}\b(?:first|one)\b/i,
  /\b(?:all|every(?:thing)?|each)\b[^.;]{0,50}\b(?:is|are) (?:named|listed|reported|told|given|returned|included|shown)\b/i,
];
const OF_MISTAKES =
  /\b(?:wrong|invalid|fail\w*|broken|breaks?|violat\w+|mistakes?|errors?|problems?|faults?|offending|bad|incorrect|(?:does|do)(?: not|n['’]t) (?:fit|match|conform))\b/i;
const SAYS_PERHAPS = /\b(?:may|might|can|could|up to|at most|some)\b/i;

/** Also as the fragment of an address (RFC 6901 §6). */
const isPointer = (value: unknown): boolean => typeof value !== 'string' || /^#?(?:\/|$)/.test(value);

/** A refusal names what is wrong with its request, as far as words say that it does. */
export const refusalNames: Oracle = {
  id: 'refusal.names',
  title: 'A refusal names what is wrong, as words say that it does',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'A refusal names what is wrong.'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || !isOfOperation(exchange) || ![400, 422].includes(response.status)) return undefined;
    const reply = replyFor(request.operation, response.status);
    const mistakes = reply?.status === response.status ? mistakesOf(request.operation)(reply) : undefined;
    const value = jsonOf(exchange);
    if (mistakes === undefined || !isObject(value) || isOfKey(exchange)) return undefined;
    // What a server makes of an odd name, such as half an escape, no words say.
    const parameters = wrongInQuery(request).filter((name) => /^[A-Za-z][\w.-]*$/.test(name));
    // Where mistakes have no member for a parameter, they are those of bodies.
    if (parameters.length > 0 && mistakes.parameter === undefined && !mistakes.isAlwaysThere) return undefined;
    const places = parameters.length > 0 ? [] : wrongPlaces(request);
    if (parameters.length === 0 && places.length === 0) return undefined;
    const told = own(value, mistakes.list);
    const entries = Array.isArray(told) ? told.filter(isObject) : [];
    const isPromised = mistakes.namesEvery || mistakes.isAlwaysThere;
    if (entries.length === 0 && isPromised)
      return [
        { key: `${mistakes.list} missing`, expected: `/${mistakes.list}, which names what is wrong`, actual: 'none' },
      ];
    const named = (member: string | undefined): readonly unknown[] =>
      member === undefined ? [] : entries.flatMap((one) => own(one, member) ?? []);
    const odd = places.length === 0 ? undefined : named(mistakes.pointer).find((one) => !isPointer(one));
    if (odd !== undefined)
      return [
        {
          key: `${mistakes.pointer} otherwise`,
          expected: 'a JSON pointer (RFC 6901), as words say',
          actual: brief(odd),
        },
      ];
    if (!isPromised) return places.length > 0 && named(mistakes.pointer).length > 0 ? [] : undefined;
    const lacking =
      parameters.length > 0
        ? parameters.filter((name) => mistakes.parameter !== undefined && !named(mistakes.parameter).includes(name))
        : places
            .filter((one) => mistakes.pointer !== undefined && !isNamed(one, named(mistakes.pointer), mistakes))
            .filter((one) => !isBesideNamed(one, named(mistakes.pointer), isMergePatch(request.operation)))
            .map(({ pointer }) => pointer);
    const count = Math.max(parameters.length, places.length);
    // Of the names in a query others may be wrong, too: `a[]`, one that is empty.
    const given = new URLSearchParams(request.target.split('?')[1] ?? '');
    if (!mistakes.namesEvery && named(mistakes.parameter).some((one) => given.has(String(one)))) return [];
    // Who names the first of several alone says nothing wrong, unless words promise all.
    if (lacking.length === 0 || (!mistakes.namesEvery && lacking.length < count)) return [];
    const [first] = lacking;
    return [
      {
        key: lacking.length === count ? 'none named' : 'not all named',
        expected: `each of what is wrong in /${mistakes.list}, such as ${first}`,
        actual: `${entries.length} named, and not ${lacking.length === 1 ? 'this one' : `${lacking.length} others`}`,
      },
    ];
  },
};

/** Whether a refusal speaks of the key of its request: what that names may be another request. */
const isOfKey = ({ request, response }: Exchange): boolean => {
  const name = requestNameOf(request.operation)?.name.toLowerCase();
  const hasKey = name !== undefined && own(request.headers, name) !== undefined;
  return hasKey && /(?<![\p{L}])keys?(?![\p{L}])|idempoten/iu.test(response?.body.text ?? '');
};

/** The places of a body that break its schema beyond doubt: no one of several forms, and no text for a number, which many a reader takes. */
function wrongPlaces(request: Request): readonly Violation[] {
  const { operation, headers, body } = request;
  const media = bodyOf(operation);
  const value = body === undefined ? undefined : jsonIn(body);
  if (media === undefined || value === undefined || isWrongBesideBody(request)) return [];
  if (essence(headers['content-type'] ?? '') !== essence(media.type)) return [];
  const { told } = violationsOf(media.schema, 'request', value, MOST_VIOLATIONS);
  const hasForms = ({ pointer }: Violation): boolean => {
    const [name = ''] = pointerTokens(pointer);
    const member = propertiesOf(media.schema).get(name)?.schema ?? {};
    return [member, itemsOf(member) ?? {}].some((one) => alternativesOf(one).length > 1);
  };
  // What becomes of this name no words say: many a reader drops it.
  if (
    told.some(({ pointer }) => pointer === '' || pointerTokens(pointer).includes('__proto__')) ||
    alternativesOf(media.schema).length > 1
  )
    return [];
  // What is missing may be filled in.
  const isFilledIn = ({ pointer, keyword }: Violation): boolean => {
    const steps = pointerTokens(pointer);
    const around = keyword === 'required' ? schemaAt(media.schema, steps.slice(0, -1)) : undefined;
    return around !== undefined && Object.hasOwn(standInsOf(around), steps.at(-1) ?? '');
  };
  return told.filter(
    (one) =>
      PLAIN_KEYWORDS.has(one.standard ?? one.keyword) && !hasForms(one) && !isPerhapsRead(one) && !isFilledIn(one),
  );
}

const MOST_VIOLATIONS = 50;

const PLAIN_KEYWORDS: ReadonlySet<string> = new Set([
  ...['required', 'additionalProperties', 'enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems', 'type'],
]);

/** Whether a value may be taken for a good one: one of another type that is read as one of the right type, a number that only its format bounds. */
const isPerhapsRead = ({ keyword, found }: Violation): boolean =>
  (keyword === 'type' && !/^[[{]/.test(found)) || /^-?\d{16,}/.test(found);

/**
 * Whether another member of the same inner object is named: what that is may be open then, such as of which kind it is. An inner object of
 * a merge patch is no whole one: who merges it first looks at it once the rest is good.
 */
function isBesideNamed({ pointer }: Violation, pointers: readonly unknown[], isMerged: boolean): boolean {
  if (isMerged && pointerTokens(pointer).length > 1 && pointers.length > 0) return true;
  const outer = pointer.slice(0, pointer.lastIndexOf('/') + 1);
  return outer.length > 1 && pointers.some((one) => typeof one === 'string' && one.startsWith(outer));
}

/** Whether a pointer leads to a place: to it, into it, or to what is around it. */
function isNamed({ pointer, keyword }: Violation, pointers: readonly unknown[], mistakes: Mistakes): boolean {
  const isExact =
    (keyword === 'required' && mistakes.leadsToMissing) ||
    (keyword === 'additionalProperties' && mistakes.leadsToUnknown);
  return pointers.some(
    (one) =>
      typeof one === 'string' &&
      (one === pointer || one.startsWith(`${pointer}/`) || (!isExact && pointer.startsWith(`${one}/`))),
  );
}
