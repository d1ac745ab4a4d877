/** What the document says at its head of all replies and credentials; what it says of an operation stands around that. */
import {
  type Contract,
  isObject,
  memoized,
  type Operation,
  own,
  replyFor,
  sentencesAround,
  sentencesIn,
  tablesIn,
} from '../../openapi/contract';
import { statusesIn } from './refusals';

type Source = Pick<Contract, 'source'>;

/** The sentences of the document's own description. */
const generalSentences = memoized((contract: Source): readonly string[] => sentencesIn(descriptionOf(contract)));

/** The sentences of what stands around an operation but not around all: of its tags. */
export const sentencesOfTags = (contract: Source, { around = [] }: Operation): readonly string[] =>
  around.filter((text) => text !== descriptionOf(contract)).flatMap(sentencesIn);

function descriptionOf({ source }: Source): string {
  const info = isObject(source.json) ? own(source.json, 'info') : undefined;
  const text = isObject(info) ? own(info, 'description') : undefined;
  return typeof text === 'string' ? text : '';
}

/** Whether words, of the document or of one of its security schemes, say that no credential is taken from the query. */
export const saysNoKeyInQuery = memoized((contract: Source): boolean => {
  const { json } = contract.source;
  const components = isObject(json) ? own(json, 'components') : undefined;
  const schemes = isObject(components) ? own(components, 'securitySchemes') : undefined;
  const ofSchemes = Object.values(isObject(schemes) ? schemes : {}).flatMap((one) =>
    isObject(one) ? [own(one, 'description')] : [],
  );
  const texts = [
    ...ofSchemes.filter((text) => typeof text === 'string').flatMap(sentencesIn),
    ...generalSentences(contract).filter((text) => OF_KEYS.test(text)),
  ];
  return NOT_IN_QUERY.some((form) =>
    texts.some((text) => new RegExp(form, 'i').test(text.replaceAll(/n['’]t\b/g, ' not')) && !OF_SOME_KEYS.test(text)),
  );
});

/** What words say of a request with credentials of two kinds: which of them counts alone, or that both do, or the status by which it is refused. */
export interface SaidOfBoth {
  readonly counts: 'token' | 'key' | 'both' | undefined;
  readonly refusedBy: number | undefined;
}

/** Undefined where no words say anything of it. */
export const saidOfBoth = memoized((contract: Source): SaidOfBoth | undefined => {
  const said = generalSentences(contract).filter((text, nth, all) => {
    const isOfKeys = (one: string): boolean => OF_KEYS.test(one.replaceAll('_', ' '));
    // `Without a credential it is 401; with both at once, too`
    return (
      OF_BOTH.test(text) &&
      (isOfKeys(text) || (AT_ONCE.test(text) && all.slice(Math.max(0, nth - 2), nth).some(isOfKeys)))
    );
  });
  for (const text of said) {
    if (BOTH_COUNT.test(text)) return { counts: 'both', refusedBy: undefined };
    const [, counting = ''] = COUNTS_ALONE.exec(text) ?? [];
    const [, status] =
      /\b(?:refused|rejected|error|answered|gives?|is|both kinds? with)\b[^.;]{0,60}\b(4\d\d)\b/i.exec(text) ?? [];
    if (counting !== '') return { counts: /\bkey\b/i.test(counting) ? 'key' : 'token', refusedBy: undefined };
    if (status !== undefined) return { counts: undefined, refusedBy: Number(status) };
  }
  return undefined;
});

const OF_BOTH = /\bboth\b|\b(?:two|more than one|several) (?:kinds? of )?(?:credentials?|keys|ways|schemes)\b/i;
const AT_ONCE =
  /\bboth (?:kinds? |ways? |of them )?(?:at once|together|at the same time)\b|\bboth are (?:sent|given|present|there)\b|\b(?:sends?|has|carr(?:y|ies)|with) both (?:kinds?|of them)\b/i;
const BOTH_COUNT =
  /\b(?:both|each)(?: of (?:them|these))? (?:must|has to|have to|needs? to) be (?:valid|good|right|correct|known)\b/i;
const COUNTS_ALONE =
  /\b((?:bearer |access )?token|bearer|(?:api )?key|authorization(?: header)?)\b\W{0,2} (?:alone |then |only )?(?:decides|counts|wins|is (?:used|taken|looked at)|takes precedence|has precedence|goes first)\b/i;

const OF_KEYS = /\b(?:credentials?|(?:api |access )?keys?|tokens?|secrets?)\b/i;
const TAKEN =
  '\\b(?:takes?|taken|accept\\w*|reads?|recogni[sz]ed|honou?red|look(?:ed)? (?:for|at)|support(?:ed)?|expected)\\b';
/** Keys of another kind, of some requests, or taken none the less. */
const OF_SOME_KEYS =
  /\b(?:idempotency|sort(?:ing)?|page|paging|next[- ]page|cursor|webhook)[- ](?:keys?|tokens?)\b|\bnot (?:only|just|merely|recommended|advised)\b|\bbut (?:is |are )?(?:accepted|possible|allowed|works?|taken)\b|\b(?:invalid|wrong|expired|unknown|both|together|unless|except|may|might)\b/i;
/** `Get you nowhere`, `are of no use`, `do not count`, `will not let you in`. */
const TO_NO_AVAIL =
  '\\b(?:(?:gets?|leads?) (?:you |one |clients? )?nowhere|(?:has|have|is|are|of|makes?) (?:of )?no (?:use|effect|avail|meaning|difference)|(?:is|are) useless|(?:do|does|will|wo|would|can|ca) ?not (?:count|work|help|matter|authenticate|(?:get|let) (?:you|anyone|anybody|clients?) (?:in|anywhere)))\\b';
const IN_QUERY = '\\b(?:query|URL)\\b';
const NOT_IN_QUERY: readonly string[] = [
  `${TAKEN}[^.;]{0,60}\\b(?:never|not|nor)\\b[^.;]{0,30}${IN_QUERY}`,
  `\\b(?:never|not)\\b[^.;]{0,20}${TAKEN}[^.;]{0,40}${IN_QUERY}`,
  `${IN_QUERY}[^.;]{0,40}(?:\\b(?:not|never)\\b[^.;]{0,20}${TAKEN}|\\b(?:ignored|refused|rejected)\\b|${TO_NO_AVAIL})`,
  `${TAKEN}[^.;]{0,30}\\bheaders?\\b[^.;]{0,10}\\b(?:only|alone)\\b`,
  `\\bonly\\b[^.;]{0,20}${TAKEN}[^.;]{0,30}\\bheaders?\\b`,
  `${TAKEN}[^.;]{0,10}\\bonly\\b[^.;]{0,30}\\bheaders?\\b`,
];

/**
 * The statuses in the order in which words say that they are told where several things are wrong: `the order is: credential (401), role
 * (403), record (404)`, in a sentence or a list below one; where no statuses are named, by what is looked at. Empty where no words do.
 */
export const refusalOrder = memoized((contract: Source): readonly (readonly number[])[] => {
  const text = descriptionOf(contract);
  for (const { index } of text.matchAll(SAYS_ORDER)) {
    const rest = text.slice(index);
    const said = IN_A_LIST.exec(rest)?.[1] ?? rest.split(/[.;](?:\s|$)/, 1).join('');
    const statuses = statusesIn(said);
    const [front = ''] = text
      .slice(0, index)
      .split(/[.;]\s|\n\s*\n/)
      .slice(-1);
    // What is read, signed or sent has an order as well.
    const steps = statuses.length > 0 || OF_REFUSALS.test(`${front} ${said}`) ? stepsIn(said) : [];
    if (steps.length > 0) return steps;
    if (statuses.length > 2 && new Set(statuses).size === statuses.length) return statuses.map((status) => [status]);
  }
  return [];
});

const SAYS_ORDER =
  /\b(?:the|this|that|following) (?:order|sequence)\b|\border of (?:checks|precedence|errors|refusals)\b|\bprecedence\b|\b(?:the )?first (?:one )?of(?::| (?:these|them|those|the following)\b)|\bfirst\b(?=[^.;]*\bthen\b)|\b(?:first|earliest) [^.;\n]{0,30}\bin (?:this|the following|that) list\b/gi;
const OF_REFUSALS =
  /\b(?:check(?:s|ed)?|refus\w+|reject\w+|errors?|fail\w*|wrong|validat\w+|reports?|problems?|mistakes?)\b/i;
const IN_A_LIST = /^[^.;\n]*:\s*\n((?:\s*(?:\d+[.)]|[-*])\s[^\n]*(?:\n|$))+)/;

/** What is looked at step by step, `credentials, role, records in the path, media type, content`, by the statuses that tell it; empty unless nearly all steps are known. */
function stepsIn(said: string): readonly (readonly number[])[] {
  const listed = said.includes(':') ? said.slice(said.indexOf(':') + 1) : said;
  const steps = listed
    .replaceAll(/\n(?!\s*(?:\d+[.)]|[-*]))\s*/g, ' ')
    // `(405 not_allowed, with an Allow header)` is of one step.
    .replaceAll(/\([^()]*\)/g, (beside) =>
      statusesIn(beside).length > 0 ? `(${statusesIn(beside).join(' ')})` : beside,
    )
    .split(/\n|[,;>→]|\bthen\b|\bbefore\b/)
    .map((step) => step.replaceAll(/^\W*(?:and |finally |last(?:ly)? )?/gi, '').trim())
    .filter((step) => /\w/.test(step))
    .map((step) => {
      const named = statusesIn(step);
      return named.length > 0 ? named : STEPS.flatMap(([words, statuses]) => (words.test(step) ? statuses : []));
    });
  const known = steps.filter((step) => step.length > 0);
  const most = statusesIn(listed).length > 0 ? MOST_UNKNOWN : 0;
  return known.length > 3 && steps.length - known.length <= most ? known : [];
}

/** So many steps may be of something that no status is for by itself: `a key that was used before`. */
const MOST_UNKNOWN = 1;

const STEPS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(?:credentials?|authentication|tokens?|api keys?)\b/i, [401]],
  [/\b(?:roles?|permissions?|scopes?|rights|authori[sz]ation)\b/i, [403]],
  [/\b(?:paths?|routes?|records? (?:named )?in the (?:path|url)|existence|resource exists)\b/i, [404]],
  [/\bmethods?\b/i, [405]],
  [/\b(?:media types?|content-type)\b/i, [415]],
  [/\b(?:json|syntax|query|parameters?|headers?)\b/i, [400]],
  [/\b(?:preconditions?|if-match|etags?)\b/i, [412, 428]],
  [/\b(?:content|validation|values|fields|members|schema|references?|bod(?:y|ies))\b/i, [422]],
  [/\b(?:states?|duplicates?|conflicts?|uniqueness)\b/i, [409]],
  [/\b(?:rate|quota)s?\b/i, [429]],
];

/**
 * Whether words say that a status is told before another one, where both are due.
 *
 * @param step which of several steps the other one is of: a 404 is of the path first, and of the record at last; default: either
 */
export function precedes(contract: Source, status: number, other: number, step: 'any' | 'last' = 'any'): boolean {
  const order = refusalOrder(contract);
  const has = (one: readonly number[]): boolean => one.includes(other);
  const last = order.findLastIndex((one) => one.includes(status));
  return last >= 0 && last < (step === 'any' ? order.findIndex(has) : order.findLastIndex(has));
}

/** Whether a refusal is for a record, or for its state, where words look at who asks, or who may do it, before that: then nobody has looked. */
const isPast =
  (first: 401 | 403) =>
  (contract: Source, status: number): boolean =>
    [404, 409].includes(status) && precedes(contract, first, status, 'last');
export const isPastKey = isPast(401);
export const isPastRole = isPast(403);

/** Whether words say that every path asks for credentials first: `without credentials every path answers 401`. */
export const saysEveryPathAsks = memoized((contract: Source): boolean =>
  generalSentences(contract).some((text) => EVERY_PATH_ASKS.test(text)),
);

const EVERY_PATH_ASKS =
  /\b(?:without|missing|no|invalid|lacking)\b[^.;]{0,30}\b(?:credentials?|keys?|tokens?|authentication)\b[^.;]{0,40}\b(?:every|any|all) (?:paths?|urls?|routes?|addresse?s?)\b[^.;]{0,30}\b401\b|\b(?:every|any|all) (?:paths?|urls?|routes?|addresse?s?)\b[^.;]{0,60}\b401\b[^.;]{0,30}\b(?:without|missing|no|invalid|lacking)\b[^.;]{0,30}\b(?:credentials?|keys?|tokens?)\b/i;

/** Whether words say that a method which a path does not have is refused with 405; that HEAD is served where GET is, and with the same headers, some of them by their names. */
export const saysOfMethods = memoized(
  (
    contract: Source,
  ): Readonly<Record<'isOther405' | 'isHeadServed' | 'hasSameHeaders', boolean>> & {
    readonly named: readonly string[];
  } => {
    const texts = generalSentences(contract);
    const ofHead = texts.filter(
      (text) => HEAD_SERVED.test(text) && !/\b(?:not|never|may|might|some|most)\b/i.test(text),
    );
    const ofSame = ofHead.filter(
      (text) =>
        SAME_HEADERS.test(text) &&
        !/\b(?:except|mostly|nearly|almost|request headers|send the|without (?:an? |the )?body (?:or|and)|but (?:not|for))\b/i.test(
          text,
        ),
    );
    return {
      isOther405: texts.some((text) => OTHER_405.test(text) && !OR_OTHER.test(text)),
      isHeadServed: ofHead.length > 0,
      hasSameHeaders: ofSame.length > 0,
      named: ofSame.flatMap((text) => text.match(/\b(?:Content-Length|ETag|Last-Modified|Content-Type)\b/g) ?? []),
    };
  },
);

const OR_OTHER = /\b(?:may|might|payments?|501)\b|\b(?:404|400|or) (?:or )?`?405\b|\bnot (?:an? )?`?405\b/i;
const OTHER_405 =
  /\bmethods?\b[^.;]{0,60}(?:\b(?:not|other|unknown|unsupported|undocumented|else)|n['’]t)\b[^.;]{0,60}\b405\b|\b(?:other|unknown|unsupported|undocumented|any other) methods?\b[^.;]{0,60}\b405\b|\b405\b[^.;]{0,40}\bmethods?\b[^.;]{0,30}(?:\bnot|n['’]t)\b/i;
const HEAD_SERVED =
  /\bHEAD\b`? (?:requests? )?(?:works?|is (?:served|answered|supported|allowed|accepted|possible|understood)|are (?:served|answered|supported|allowed|accepted|possible))\b[^.;]{0,40}\b(?:GET|everywhere|wherever|(?:every|all|any|each) (?:\w+ )?(?:paths?|urls?|addresses|address|endpoints?|routes?|resources?|operations?))\b|\b(?:[Ee]very|[Ee]ach|[Aa]ll|[Aa]ny|[Ww]herever|[Ww]here)\b[^.;]{0,20}\bGET\b[^.;]{0,40}(?:\b(?:answers?|supports?|serves?|takes?|accepts?|understands?|knows?|has|have|allows?)\b(?: also| too| with| to| by)?[^.;,\d]{0,15}|\b(?:works|exists|is (?:served|supported|allowed|there|possible)),? (?:so is |so does )?`?)\bHEAD\b/;

const SAME_HEADERS =
  /\b(?:gives?|has|have|returns?|with|carr(?:y|ies)|sends?) (?:exactly |just )?the (?:status(?: code)? and )?(?:the )?(?:response |reply )?headers (?:of|from|that) (?:the |a )?(?:corresponding |matching )?`?GET\b|\b(?:with|has|have|returns?|gives?|carr(?:y|ies)|gets?|sends?) (?:exactly |just )?(?:the )?(?:same|identical) (?:status (?:code )?and )?(?:response |reply )?headers?\b|\bheaders?(?: (?:are|is|being))? (?:exactly )?(?:the same|identical|as (?:of|with|for) (?:the )?GET)\b|\b(?:same|identical) (?:response|reply|answer)\b[^.;]{0,20}\b(?:without|minus|but|no|only)\b[^.;]{0,12}\bbody\b|\b(?:exactly|just) (?:as|like) (?:the |a )?GET\b[^.;]{0,30}\b(?:without|minus|but|no|only)\b[^.;]{0,12}\bbody\b/i;

/** The media type that all errors are said to have: by its name, or as problem details are called (RFC 9457). */
export const typeOfAllErrors = memoized((contract: Source): string | undefined => {
  const said = generalSentences(contract).filter(
    (text) => (OF_ALL_ERRORS.test(text) || ERRORS_ARE.test(text)) && !SAYS_EXCEPT.test(text),
  );
  const [named] = said.flatMap((text) => text.match(/\bapplication\/[\w.+-]*json\b/)?.[0] ?? []);
  return named ?? (said.some((text) => OF_PROBLEMS.test(text)) ? 'application/problem+json' : undefined);
});

const OF_ALL_ERRORS =
  /\b(?:all|every|each|any) (?:(?:such|other|of the|these|our|the) )?(?:errors?|refusals?|failures?)(?: (?:repl(?:y|ies)|responses?|messages?))?\b[^.;]{0,15}\b(?:is|are|comes?|ha(?:s|ve)|uses?|follows?|carr(?:y|ies)|answered|returned|sent)\b/i;
/** At the beginning of a sentence, behind a heading maybe: of no kind of them alone. */
const ERRORS_ARE = /^(?:#+ [\w -]{0,30} )?Errors are\b/;
const OF_PROBLEMS = /\bproblem (?:details?|reports?|documents?)\b|\bRFC ?(?:7807|9457)\b/i;

/** A header that every reply, or every error, is said to have. */
export interface SaidHeader {
  readonly name: string;
  /** What it has, where words say that as well. */
  readonly value: string | undefined;
  readonly isOfErrors: boolean;
}

/** The headers that all replies are said to have: in a sentence, or in a section of which the head says that it is about these. */
export const headersOfAll = memoized((contract: Source): readonly SaidHeader[] => {
  const inSentences = generalSentences(contract)
    .filter((text) => !SAYS_EXCEPT.test(text))
    .flatMap((text) =>
      SAYS_HEADER.flatMap((form) => {
        const { name = '', value, kind = '' } = new RegExp(form).exec(text)?.groups ?? {};
        return name === '' ? [] : [{ name, value, isOfErrors: !/^(?:single|HTTP|API|JSON|)$/i.test(kind.trim()) }];
      }),
    );
  const inSections = descriptionOf(contract)
    .split(/\n(?=#{1,6} )/)
    .filter((section) => HEADED.test(section))
    .flatMap(sentencesIn)
    .filter((text) => !SAYS_EXCEPT.test(text))
    .flatMap((text) => [...text.matchAll(NAMED_WITH_VALUE)])
    .map(([, name = '', value]) => ({ name, value, isOfErrors: false }));
  const inRows = rowsOfHeaders(descriptionOf(contract)).map((name) => ({ name, value: undefined, isOfErrors: false }));
  // What has no body has no type: media types are judged for themselves.
  return [...inSentences, ...inSections, ...inRows].filter(({ name }) => !/^content-(?:type|length)$/i.test(name));
});

/** The headers of a table's rows of which a column says that they are on every response, and no more. */
const rowsOfHeaders = (text: string): readonly string[] =>
  tablesIn(text).flatMap(([head = [], ...rows]) => {
    const place = head.findIndex((cell) => PLACE.test(cell));
    if (place < 1 || !/^headers?$/i.test(head[0] ?? '')) return [];
    return rows
      .filter((row) => ON_EACH.test(row[place] ?? ''))
      .flatMap(([cell = '']) => [...cell.matchAll(/`([A-Za-z]\w*(?:-\w+)+)`/g)].map(([, name = '']) => name));
  });

const PLACE = /^(?:(?:sent |present |set )?(?:on|in|with)|where|when|responses?)$/i;
const ON_EACH =
  /^(?:every|each|all|any) (?:single |HTTP |API )?(?:responses?|repl(?:y|ies)|answers?)(?:,? \(?(?:(?:also )?(?:errors?|refusals?)(?: (?:too|as well|included|also))?|including errors?|(?:error|success) or (?:not|error))\)?)?$/i;

const OF_EACH =
  '(?:[Ee]very|[Ee]ach|[Aa]ll|[Aa]ny) (?<kind>(?:single|HTTP|API|JSON|error|failed|unsuccessful) )?(?:responses?|repl(?:y|ies)|answers?)\\b';
const HEADER_NAME = '(?<name>[A-Za-z]\\w*(?:-\\w+)+)';
const HEADER_VALUE = '(?<value>[^`"\'{}<>*…]{1,60})';
const SAYS_HEADER: readonly string[] = [
  // `Every reply carries the header X-Id`, `all responses, errors included, have Cache-Control: no-store`.
  `${OF_EACH}(?: of (?:this|the) (?:API|service|server|application|system))?(?:, [^,.;]{1,40} included,?|,? including [^,.;]{1,40},|,)? (?:(?:always|also) )*(?:carr(?:y|ies)|ha(?:s|ve)|includes?|contains?|comes? with|bears?|sets?|sends?) (?:an? |the |its )?(?:\\w{1,20} ){0,2}[\`"'*]{1,3}${HEADER_NAME}(?:: ?${HEADER_VALUE})?[\`"'*]{1,3}`,
  // `Cache-Control: no-store` is sent with every reply; `Cache-Control` is `no-store` on all answers.
  `[\`]${HEADER_NAME}(?:: ?|\` is (?:always )?\`)${HEADER_VALUE}\` (?:(?:is|comes|goes) )?(?:(?:always|sent|set|there|returned|included|present) ){0,2}(?:on|in|with|for|of) ${OF_EACH}(?:(?= of (?:this|the) (?:API|service|server)\\b)|(?! (?:of|to|with|from|for|in|on|after|under|that|which|tells?|means?)\\b))`,
];
/** `## Headers of every answer` */
const HEADED =
  /^#{1,6} [^\n]{0,30}\b[Hh]eaders? (?:of|on|in|with|that) (?:every|each|all) (?:responses?|repl(?:y|ies)|answers?)\b/;
const NAMED_WITH_VALUE = /`([A-Za-z]\w*(?:-\w+)+)` is (?:always )?`([^`{}<>…]{1,60})`/g;
const SAYS_EXCEPT =
  /\b(?:except|unless|if|when|where|only|but|may|might|can|successful|most|not|nearly|almost|hardly|since|no(?!-)|either|one of|like|such as|instance|e\.g|examples?)\b/i;

/** The header that words, of the document or beside it, say to go down by one with each request; the one of all that tell of a rest. */
export const countedDown = memoized((contract: Source & Pick<Contract, 'operations'>) => {
  const headers = contract.operations.flatMap(({ replies }) => replies.flatMap((reply) => reply.headers));
  const said = generalSentences(contract);
  return headers.find(
    ({ name, description }) =>
      /remaining|left$/i.test(name) &&
      [...sentencesIn(description), ...said.filter((text) => text.includes(name))].some(
        (text) =>
          DOWN_BY_ONE.test(text) &&
          !/\b(?:requests?|calls?) (?:to|of|for|with|on|that|which)\b|\b(?:or more|between|seconds?|minutes?|to (?:five|ten|\d+)|(?:each|every|per) \d+|\d+\.\d+|not|may|might|can|about|roughly|approximat\w*|at least|some|most|except|unless|only|success\w*|accepted|weight\w*)\b/i.test(
            text,
          ),
      ),
  )?.name;
});

/** `Going down by one with each request`, `each call takes one`, `one less per request`. */
const DOWN_BY_ONE =
  /\bby (?:exactly )?(?:one|1)\b[^.;]{0,20}\b(?:each|every|per)\b[^.;]{0,12}\b(?:request|call)s?\b|\b(?:each|every)\b (?:single )?(?:request|call)\b[^.;]{0,20}\b(?:takes|costs|uses|consumes|subtracts|lowers|reduces|decrements|decreases)\b[^.;]{0,20}\b(?:one|1)\b|\bone (?:less|fewer)\b[^.;]{0,20}\b(?:each|every|per)\b[^.;]{0,12}\b(?:request|call)\b/i;

/** Whether words say that a filter by what is not there, such as an unknown id, leaves nothing, and is no error. */
export const saysUnknownFitsNothing = memoized(({ around = [], description = '', parameters }: Operation): boolean =>
  [...around, description, ...parameters.flatMap((one) => (one.in === 'query' ? one.description : []))].some((text) =>
    UNKNOWN_FITS_NOTHING.test(text.replaceAll(/\s+/g, ' ')),
  ),
);

const UNKNOWN_FITS_NOTHING =
  /\b(?:not an|no|nor an) error\b[;,]? (?:and )?neither (?:is|are) [^.;]{0,40}\b(?:unknown|non-?existent|not there)\b[^.;]{0,40}\bfilter|\b(?:unknown|non-?existent|no such|(?:do(?:es)?|did)(?: not|n['’]t) exist)\b[^.;]{0,40}\b(?:filters?|gives?|returns?|yields?|leaves?|finds?|fits?|match(?:es)?)\b[^.;]{0,40}\b(?:nothing|none|empty (?:list|page|result)\w*|no (?:records?|items?|results?|match\w*)|not an error|no error)\b|\bfilter\w*\b[^.;]{0,60}\b(?:unknown|non-?existent|(?:do(?:es)?|did)(?: not|n['’]t) exist)\b[^.;]{0,60}\b(?:nothing|empty (?:list|page|result)\w*|no (?:records?|items?|results?|match\w*)|not an error|no error)\b/i;

/** What of a query words say to be refused: what is invalid, a parameter that no operation has, one that comes twice. */
interface RefusedQueries {
  readonly isInvalid: boolean;
  readonly isUnknown: boolean;
  readonly isRepeated: boolean;
  /** The one of 400 and 422 that words name for each. */
  readonly statuses: Readonly<Record<'invalid' | 'unknown' | 'repeated', number | undefined>>;
}

/** As the refusals of an operation say, the operation itself, or the document of all. */
export const refusedQueriesOf = memoized((operation: Operation): RefusedQueries => {
  const refusals = operation.replies
    .filter(({ status }) => status === 400 || status === 422)
    .map(({ description }) => description);
  const general = [...sentencesIn(operation.description ?? ''), ...aboutQueries(sentencesAround(operation))].filter(
    (one) => SAYS_REFUSED.test(one) && !SAYS_NOT_REFUSED.test(one),
  );
  const texts = [...refusals, ...general].map((text) => text.replaceAll(/n['’]t\b/g, ' not'));
  const saying = (words: string) => {
    const says = new RegExp(`\\b(?:${words})\\b[^.;]{0,40}${QUERY}|${QUERY}[^.;]{0,60}\\b(?:${words})\\b`, 'i');
    return (text: string): boolean => says.test(text);
  };
  const says = (words: string): boolean => texts.some(saying(words));
  // The other one may be for the same where the operation has both, and words of it as well.
  const isOpen =
    [400, 422].every((status) => replyFor(operation, status)?.status === status) &&
    new RegExp(QUERY, 'i').test(refusals.join(' '));
  const statusFor = (words: string): number | undefined => {
    const [status, ...others] = new Set(
      general.filter(saying(words)).flatMap((text) => text.match(/\b4\d\d\b/g) ?? []),
    );
    return others.length === 0 && !isOpen && /400|422/.test(status ?? '') ? Number(status) : undefined;
  };
  // `Parameters that a list does not know are refused`: of what reads one record that says nothing.
  const ofUnknown = general.filter(saying(UNKNOWN));
  const isOfListsAlone = ofUnknown.length > 0 && ofUnknown.every((text) => /\blists?\b/i.test(text));
  return {
    isInvalid: says(INVALID),
    isUnknown: says(UNKNOWN) && !(isOfListsAlone && operation.path?.endsWith('}')),
    isRepeated: says(REPEATED),
    statuses: { invalid: statusFor(INVALID), unknown: statusFor(UNKNOWN), repeated: statusFor(REPEATED) },
  };
});

/** Sentences of which some go on with what is said of queries before: `Unknown parameters are ignored. A known one with an invalid value is a 400`. */
function aboutQueries(sentences: readonly string[]): readonly string[] {
  let isAbout = false;
  return sentences.map((text) => {
    const isNamed = new RegExp(QUERY, 'i').test(text);
    isAbout = isNamed || (isAbout && OF_ONES.test(text) && !OF_OTHER_THINGS.test(text));
    return isAbout && !isNamed ? `parameter: ${text}` : text;
  });
}

const OF_ONES = /^(?:\w+ ){0,4}(?:ones?|values?|them|these|those|such|it|they)\b/i;
const OF_OTHER_THINGS =
  /\b(?:bod(?:y|ies)|payloads?|JSON|members?|fields?|propert(?:y|ies)|headers?|paths?|ids?|credentials?|tokens?|keys?|cursors?)\b/i;

const QUERY = '\\b(?:query|(?:query )?parameters?)\\b';
const INVALID =
  'invalid|malformed|wrong|bad|out of range|break(?:s|ing)?|violat\\w+|not valid|not allowed|(?:do|does) not (?:permit|allow|accept|match|fit)|can ?not be read|not as (?:its|the) schema|incorrect';
const UNKNOWN =
  "unknown|unrecogni[sz]ed|undocumented|unexpected|undeclared|(?:do|does)(?:n't| not) (?:know|have|exist|name|list|mention|take)|not documented";
const REPEATED = 'repeated|duplicated?|twice|more than once|several times';
const SAYS_REFUSED = /\b(?:refus|reject|fail|error|400|422)/i;
const SAYS_NOT_REFUSED =
  /(?:\b(?:not|never|neither)|n['’]t) (?:be |being |lead to |cause )?(?:refus|reject|fail|an? error)|\b(?:no|nor an) error\b/i;
