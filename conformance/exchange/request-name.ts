import {
  type Header,
  memoized,
  type Operation,
  type Parameter,
  type Reply,
  replyFor,
  sectionsAround,
  sentencesAround,
} from '../../openapi/contract';
import type { Exchange } from './exchange';

/**
 * The header by which a client names a request, so that the same one again is not done again (draft-ietf-httpapi-idempotency-key-header):
 * one that says so in its name, or in the words beside it. Undefined where an operation has none.
 */
export const requestNameOf: (operation: Operation) => Parameter | undefined = memoized((operation: Operation) => {
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header');
  const isSaid = ({ name }: Parameter): boolean => {
    const around = sectionsAround(operation, name, COMES_AGAIN).join(' ');
    return COMES_AGAIN.test(around) && DONE_ONCE.test(around);
  };
  return (
    headers.find(isRequestName) ??
    headers.find((one) => operation.method !== 'GET' && !STANDARD.test(one.name) && isSaid(one))
  );
});

/** What the paragraph that names the header says: `If it comes again, nothing is done a second time: the first reply is sent`. */
const COMES_AGAIN =
  /\b(?:(?:comes?|sen[dt]s?|seen|arrives?|used?|repeated|tried|posted) (?:\w+ ){0,3}(?:again|twice|a second time|more than once)|\b(?:sees?|receives?|gets?|meets?) (?:\w+ ){0,3}(?:keys?|ids?|names?|one|it) (?:again|twice|a second time|more than once)|repeat\w*|repetitions?|retr(?:y|ies|ied|ying)|resen[dt]\w*|re-sen[dt]\w*)\b/i;
const DONE_ONCE =
  /\b(?:(?<!\bno )(?:repetitions?|repeats?|retr(?:y|ies)) (?:is|are) harmless(?! (?:only|if|when|while|for|unless)\b)|nothing (?:is|was|happens|will be) (?:\w+ )?(?:done|a second time|again)|(?:not|never) (?:be )?(?:\w+ )?(?:done|made|executed|processed|carried out|performed|created|repeated) (?:again|twice|a second time)|only (?:done |carried out |executed |processed )?once|(?:gets?|gives?|given|receives?|returns?|returned|answer(?:s|ed)|sends?|sent|yields?|replays?)\b[^.;]{0,30}\b(?:first|original|same|stored|earlier) (?:reply|response|answer|result)s?)\b/i;
/** What HTTP itself gives a meaning to, or what goes with any request. */
const STANDARD =
  /^(?:if-|accept|content-|authorization$|prefer$|cookie$|user-agent$|range$)|(?:request|trace|correlation)-?id$|traceparent/i;

const isRequestName = ({ name, description }: Parameter): boolean => namesRequest(name) || SAID.test(description);

/** Whether a header names its request, as its own name says. */
export const namesRequest = (header: string): boolean => /idempoten/i.test(header);

const SAID =
  /\bidempoten|\bsafe(?:ly)? (?:to )?(?:be )?(?:retr(?:y|ied)|repeat(?:ed)?)|\b(?:retr(?:y|ied)|repeat(?:ed)?) safely\b|\bexactly once\b/i;

/** The documented header of a reply by which it tells that it comes again. */
const signOf = (reply: Reply | undefined): Header | undefined =>
  reply?.headers.find(
    ({ name, schema }) =>
      /replay/i.test(name) || /\breplay|\bcomes? again\b|\brepeated request/i.test(String(schema.description ?? '')),
  );

/** The header by which a reply tells that it comes again, documented or named in words; and whether words say that no first reply has it. */
export interface Sign {
  readonly name: string;
  readonly isAbsentFirst: boolean;
}

export function signFor(operation: Operation, status: number): Sign | undefined {
  const header = signOf(replyFor(operation, status));
  const said = promisesOf(operation)?.sign;
  if (header === undefined || header.name.toLowerCase() === said?.name.toLowerCase()) return said;
  return { name: header.name, isAbsentFirst: saysAbsentFirst(header.description) };
}

/** As `X-Replayed: true` stands in a sentence about what comes again. */
function signSaid(own: string, sentences: readonly string[], { replies }: Operation): Sign | undefined {
  const named = sentences.flatMap((text) =>
    /\b(?:again|repeat\w*|repetitions?|replay\w*|retr(?:y|ies)|first|original)\b/i.test(text)
      ? [...text.matchAll(/`([A-Za-z]\w*(?:-\w+)+): ?(?:true|1|yes)`/g)].map(([, name = '']) => name)
      : [],
  );
  const name = named.find((one) => one !== own && /replay|repeat|again|duplicate|cached|stored/i.test(one));
  if (name === undefined) return undefined;
  const documented = replies
    .flatMap(({ headers }) => headers)
    .filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const isAbsent = [...sentences, ...documented.map(({ description }) => `It: ${description}`)].some(
    (text) =>
      /\b(?:header|it|which)\b/i.test(text.replaceAll(name, 'header')) && saysAbsentFirst(text.replace('It: ', '')),
  );
  return { name, isAbsentFirst: isAbsent };
}

const saysAbsentFirst = (text: string): boolean => ABSENT_FIRST.test(text.replaceAll(/n['’]t\b/g, ' not'));

/** `First-time responses do not have this header`, `absent from first answers`, `otherwise absent`, `only on replays`. */
const ABSENT_FIRST =
  /\bfirst(?:-time)? (?:\w+ )?(?:repl(?:y|ies)|responses?|answers?|ones?)\b[^.;]{0,20}\b(?:do(?:es)? not|without|lacks?|never|(?:has|have|carr(?:y|ies)) no)\b|\b(?:absent|missing|not (?:there|sent|present|set|included))\b[^.;]{0,15}\b(?:first|original|otherwise|else)\b|\b(?:otherwise|else) (?:it is )?(?:absent|missing|not (?:there|sent|present|set))\b|^\W*only (?:on|in|with) (?:replays?|repetitions?|repeated|replayed)\b/i;

/** Whether a reply comes again of which words say that it lacks a header: `every response (but not replays) carries its ETag`. */
export function isLeftOutAgain({ request: { operation }, response }: Exchange, header: string): boolean {
  const sign = response && signFor(operation, response.status);
  if (sign === undefined || !saysAgain(response?.headers.get(sign.name.toLowerCase()))) return false;
  return sentencesAround(operation).some((text) => text.includes(`\`${header}\``) && NOT_AGAIN.test(text));
}

const NOT_AGAIN =
  /\b(?:not|except|without) (?:(?:on|in|of|for|by|with|from) )?(?:an? |the |any )?(?:replay\w*|repeated|stored|repetitions?)\b/i;

/** Whether a reply says by that header that it comes again. */
export const saysAgain = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:false|0|no)$/i.test(value);

/** What a document promises of a request that comes again under its name. */
interface Promises {
  /** Whether it is answered by the very reply of the first. */
  readonly sameReply: boolean;
  /** Whether words say that it is the very reply of the first also when the record has changed since. */
  readonly isOfFirst: boolean;
  /** Whether words say that requests at once are answered by it, too. */
  readonly isAtOnce: boolean;
  /** Whether words say that a key is refused at another path. */
  readonly isOfPath: boolean;
  /** The replies by which another body under the name is refused; undefined where no word says so. */
  readonly otherBody: readonly Reply[] | undefined;
  /** Whether words say that a key counts within its operation alone. */
  readonly isOfOperation: boolean;
  /** Whether words say that a key counts within what the path names alone. */
  readonly isOfTarget: boolean;
  /** Whether words say that a key counts for its caller alone. */
  readonly isOfCaller: boolean;
  /** Whether words say that bodies are compared as JSON: then the order of their members makes no other body. */
  readonly comparesJson: boolean;
  /** Whether words say that a request which was refused leaves its key free. */
  readonly forgetsRefusals: boolean;
  /** The header by which words say that a reply tells that it comes again. */
  readonly sign: Sign | undefined;
}

const OF_OPERATION =
  /(?<!\b(?:api|sort|access) )\bkeys? (?:is|are) (?:kept )?(?:apart|separate) (?:by|for|per) (?:(?:(?!\b(?:not|never)\b)[^.;]){0,30}\band (?:by |for |per )?)?(?:each )?(?:operation|endpoint|path|route)\b|\b(?:within|per|scoped to|for each|belongs? to|counts? (?:for|in|within)) (?:(?:(?:an?|the|one|each|its|this|that) )?(?:accounts?|callers?|clients?|api[- ]keys?|users?|tenants?) and )?(?:an?|the|one|each|its|this|that)? ?(?:operation|endpoint|path|route)\b|\bkeys? (?:is|are) (?:unique )?(?:per|scoped to) [^.;]{0,30}\b(?:operation|endpoint|path|route)\b|\bsame key (?:at|on|for|with|in) (?:an)?other (?:operation|endpoint|path|route)s?\b(?![^.;]*(?:\b4\d\d\b|\brefus|\breject|\berror))[^.;]{0,30}\b(?:another|other|new|separate|independent|unrelated|different|own|nothing to do)\b|\bsame key\b[^.;]{0,40}\b(?:at|on|for|with|in|under) (?:an)?other (?:operation|endpoint|path|route)s?\b(?![^.;]*(?:\b4\d\d\b|\brefus|\breject|\berror))[^.;]{0,30}\b(?:separate|independent|unrelated|nothing to do|counts? (?:apart|anew)|(?:is|are) (?:an)?other)\b|\bfor the (?:[^.;]{0,50}\band the )?(?:operation|endpoint|path|route) (?:that )?(?:it|they) (?:was|were|is|are) (?:sent|used|given)\b|\bkeys? together with [^.;]{0,40}\b(?:operation|endpoint|path|route)\b/i;

/** `That is so even when the record has changed since`. */
const OF_FIRST =
  /\bstatus(?: code)?(?:,| and)(?: the)? body\b[^.;]{0,40}\bof the (?:first|original)\b|\b(?:same|first|original) (?:HTTP )?status(?: code)?(?:,| and)(?: the)?(?: same)? body\b|\b(?:even|also) (?:if|when|after|though)\b[^.;]{0,60}\b(?:changed|deleted|updated|modified|removed|moved on|gone)\b|\b(?:whatever|no matter what)\b[^.;]{0,50}\b(?:since|meanwhile|in the meantime|later)\b|\bas (?:it was|they were) (?:at first|then|when (?:it|they) (?:was|were) (?:sent|made))\b|\b(?:first|original|initial|stored|saved) (?:reply|response|answer)\b(?:(?!\b(?:but|another|different|other)\b)[^.;]){0,40}\b(?:body|unchanged|verbatim|identical(?:ly)?|(?:byte|word) (?:for|by) (?:byte|word))\b/i;
/** `And when the two requests are under way at the same time`. */
const AT_ONCE =
  /\b(?:at the same time|at once|simultaneous(?:ly)?|concurrent(?:ly)?|in parallel|under way|in flight)\b/i;
const NOT_AT_ONCE = /\b4\d\d\b|\brefus|\breject|\bconflict|\berror|\bnot\b/i;
/** `A refund at another payment counts as another operation`, `keys of different paths do not touch each other`. */
const OF_TARGET =
  /\b(?:at|on|for|of|below) an?other \p{L}+ counts? as another\b|\b(?:different|other) (?:credentials?(?:,| or| and) )?(?:paths?|parents?(?: in the path)?|targets?)\b[^.;]{0,40}\b(?:(?:do(?:es)? not|don['’]t|never) (?:touch|affect|clash|collide|meet|interfere|get)|nothing to do|apart|independent)\b/iu;
/** `The same key on another path is refused`. */
const OF_PATH =
  /\b(?:on|at|for|with|under|against|to) (?:an)?(?:other|different) (?:path|endpoint|operation|route|URL|URI|resource)s?\b|\b(?:path|endpoint|operation|route|URL|URI)\b[^.;]{0,30}\b(?:differs?|is different|is another|mismatch\w*|(?:does|do) not match)\b/i;

const OF_CALLER =
  /\bkeys are (?:separate|distinct|independent) (?:for|per|between) (?:each |every )?(?:accounts?|callers?|clients?|api[- ]keys?|users?|tenants?|workspaces?|organi[sz]ations?|merchants?|customers?|depots?|houses?|shops?|stores?|compan(?:y|ies)|teams?)\b(?! and\b)|\b(?:keys?|tokens?|names?|values?) of (?:different|other|separate) (?!(?:operations?|endpoints?|paths?|routes?|types?|kinds?|headers?|fields?|members?|lengths?|currenc(?:y|ies)|requests?|bod(?:y|ies)|formats?|methods?)\b)\p{L}+\b[^.;]{0,30}\b(?:nothing to do|independent|unrelated|separate|never (?:clash|meet|collide))\b|\b(?:idempotency |request )?keys of one (?:house|account|tenant|caller|client|user|organi[sz]ation|workspace|merchant|customer|shop|store|company|team)\b[^.;]{0,40}\b(?:never|not|nothing)\b[^.;]{0,40}\b(?:an)?other\b|\b(?:within|per|scoped to|for each|belongs? to|unique (?:to|for)|counts? (?:for|in|within)) (?:an?|the|one|each|its|this|that|your)? ?(?:(?:address|path|operation|endpoint|url) and (?:one|an?|the|each) )?(?:calling |same |own |authenticated )?(?:accounts?|callers?|clients?|api[- ]keys?|credentials?|users?|tenants?|tokens?|workspaces?|organi[sz]ations?|merchants?|customers?)\b|\bkeys? belongs? to (?:the|an?|your) (?!(?:operation|endpoint|path|route|request|body|payload|resource|record|header|method|call|reply|response)\b)\p{L}+ (?:that|who|which) (?:has )?(?:used|uses|sent|sends|chose) (?:it|them)\b|\bfor the (?:account|caller|client|api[- ]key|user|tenant|workspace|organi[sz]ation|merchant|customer) (?:that|who|which) (?:has )?(?:sent|sends|used|uses|made|makes|gave)\b|\b(?:kept|remembered|stored|valid) per (?:accounts?|callers?|clients?|users?|tenants?)\b|\bother (?:accounts?|callers?|clients?|users?|tenants?)\b[^.;]{0,40}\bsame key\b|\bsame key\b[^.;]{0,40}\b(?:(?:an)?other|different) (?:accounts?|callers?|clients?|users?|tenants?)\b|\bkeys? together with (?:the|its|an?) (?:account|caller|client|api[- ]key|user|tenant)\b/iu;
const FORGETS_REFUSALS =
  /\b(?:remembered|stored|kept|saved|cached|recorded)\b(?:(?!\blonger\b)[^.;]){0,40}(?<!\bnot )\bonly (?:with|for|of) (?:successful|successes|2xx)\b|\b(?:refus\w+|reject\w+|fail\w*)\b(?:(?!\b(?:not|never)\b)[^.;]){0,40}\bleaves? (?:its|the|that) key (?:unused|free|untouched)\b(?! (?:only|if|when|unless)\b)|\b(?:errors?|refus\w+|reject\w+|fail\w*|4\d\d|4xx)\b[^.;]{0,60}\b(?:not|never) (?:be )?(?:remembered|stored|kept|saved|cached|recorded|replayed)\b|\bonly (?:\w+ )?(?:(?:that|which) (?:have |has )?(?:succeed\w*|worked)|successful|successes|2xx|accepted)\b[^.;]{0,60}\b(?:remembered|stored|kept|saved|cached|recorded|replayed|(?:uses?|used) up|consumes?|spends?)\b|\bafter (?:an? |any )?(?:errors?|refusals?|failures?|4xx)\b[^.;]{0,40}\b(?:as good as new|stays? free|is free|unused|usable|not used up)\b|\b(?:errors?|refus\w+|reject\w+|fail\w*)\b[^.;]{0,60}\b(?:key (?:stays|is|remains) free|do(?:es)?(?: not|n['’]t) (?:use up|use (?:its|the|that) key up|consume|spend)|(?:same )?key (?:may|can) be (?:used|sent) again)\b/i;

const AS_JSON =
  /\bas JSON\b|\bequal JSON\b|\bJSON values?\b|\bsemantic|\b(?:member|key|field|property|properties|members|keys|fields)s?['’]? order\b|\border of (?:the |its |their )?(?:members|keys|fields|properties)\b|\b(?:members|keys|fields|properties) in (?:an)?other order\b/i;

const SAME_REPLY =
  /^(?!.*\b(?:refus|reject|4\d\d|other than|differ)).*\b(?:status|body|repl(?:y|ies)|responses?|answers?|results?)\b[^.;]{0,60}\bof (?:the|its) (?:first|original|earlier|previous)\b|\b(?:same|first|original) (?:HTTP )?status(?: code)?(?:,| and)(?: the)?(?: same)? body\b|\b(?:same|original|first|stored|saved|cached|previous|earlier|identical)\b[^.;]{0,40}\b(?:repl(?:y|ies)|responses?|results?|answers?|outcomes?)\b|\b(?:repl(?:y|ies)|responses?|results?|answers?)\b[^.;]{0,60}\bagain\b|\breplay(?:s|ed)?\b|\banswered as (?:the first|before)\b/i;
const OTHER_BODY =
  /\b(?:different|other|another|changed|modified|new)\b[^.;]{0,30}\b(?:body|bodies|payloads?|requests?|contents?|parameters|data|values?|input|fields)\b|\b(?:body|bodies|payloads?|requests?|contents?|parameters|data|values?|input|fields)\b[^.;]{0,40}\b(?:differs?|different|mismatch\w*|changed|not match)\b|\bmismatch/i;
/** `1 to 64 letters or digits; other values are refused`: that is of how a key is written. */
const OF_FORM =
  /^\W*(?:any(?:thing)? |an)?(?:others?|else)(?: (?:values?|keys?|headers?|characters?))? (?:is|are|gets?|gives?) |\b(?:characters?|letters|digits)\b/i;
const isOfForm = (text: string): boolean => OF_FORM.test(text) && !/\b(?:same|bod(?:y|ies)|payloads?)\b/i.test(text);
const KEY = /\bkeys?\b|\bidempoten|\bheaders?\b|\breus(?:e|ed|ing)\b/i;
const REFUSED =
  /\b4\d\d\b|\brefus|\breject|\berrors?\b|\bconflicts?\b|\bfails?\b|\binvalid\b|\b(?:must|may|can)(?:not| not)\b|\bnot allowed\b/i;

/** Undefined where an operation has no such header. */
export const promisesOf: (operation: Operation) => Promises | undefined = memoized((operation: Operation) => {
  const header = requestNameOf(operation);
  if (header === undefined) return undefined;
  const { summary, description, replies } = operation;
  const elsewhere = sentencesAround(operation).filter((text) => /\bidempotency[- ]keys?\b/i.test(text));
  const ofHeader = [header.description, ...sectionsAround(operation, header.name, COMES_AGAIN), ...elsewhere].join(' ');
  const own = [ofHeader, ...[summary, description].filter((text) => KEY.test(text))];
  const sentences = own.flatMap((text) => text.split(/(?<=[.;])\s/));
  const refusals = replies.filter(({ status }) => [400, 409, 422].includes(Number(status)));
  const named = refusals.filter(({ description: text }) => OTHER_BODY.test(text) && KEY.test(text));
  const said = sentences.find((text) => OTHER_BODY.test(text) && REFUSED.test(text) && !isOfForm(text));
  const statuses = said?.match(/\b4\d\d\b/g) ?? [];
  const told = statuses.flatMap((status) => replyFor(operation, Number(status)) ?? []);
  // A status that words name, and the operation does not list, is none of the others.
  const open = statuses.length > 0 ? told : refusals;
  const otherBody = named.length > 0 ? named : said === undefined ? undefined : open;
  const successes = replies.filter(({ status }) => Number(status) < 300).map(({ description: text }) => text);
  const isSame = sentences.some((text) => SAME_REPLY.test(text));
  return {
    isOfFirst: isSame && sentences.some((text) => OF_FIRST.test(text)),
    isAtOnce: isSame && sentences.some((text) => AT_ONCE.test(text) && !NOT_AT_ONCE.test(text)),
    isOfPath: sentences.some((text) => OF_PATH.test(text) && REFUSED.test(text)) && !OF_OPERATION.test(ofHeader),
    sameReply: [...own, ...successes.filter((text) => KEY.test(text))].some((text) => SAME_REPLY.test(text)),
    otherBody,
    isOfOperation: OF_OPERATION.test(ofHeader),
    isOfTarget: sentences.some((text) => OF_TARGET.test(text) && !REFUSED.test(text)),
    isOfCaller: OF_CALLER.test(ofHeader),
    comparesJson: sentences.some((text) => AS_JSON.test(text)),
    forgetsRefusals: sentences.some((text) => FORGETS_REFUSALS.test(text)),
    sign: signSaid(header.name, sentences, operation),
  };
});
