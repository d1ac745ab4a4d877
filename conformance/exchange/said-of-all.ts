/** What the document says at its head of all replies and credentials; what it says of an operation stands around that. */
import {
  type Contract,
  isObject,
  memoized,
  type Operation,
  own,
  sentencesAround,
  sentencesIn,
} from '../../openapi/contract';

type Source = Pick<Contract, 'source'>;

/** The sentences of the document's own description. */
const generalSentences = memoized((contract: Source): readonly string[] => sentencesIn(descriptionOf(contract)));

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
  return NOT_IN_QUERY.some((form) => texts.some((text) => new RegExp(form, 'i').test(text)));
});

/** What words say of a request with credentials of two kinds: which of them counts alone, or the status by which it is refused. */
export interface SaidOfBoth {
  readonly counts: 'token' | 'key' | undefined;
  readonly refusedBy: number | undefined;
}

/** Undefined where no words say anything of it. */
export const saidOfBoth = memoized((contract: Source): SaidOfBoth | undefined => {
  const said = generalSentences(contract).filter((text) => OF_BOTH.test(text) && OF_KEYS.test(text));
  for (const text of said) {
    const [, counting = ''] = COUNTS_ALONE.exec(text) ?? [];
    const [, status] = /\b(?:refused|rejected|error|answered|gives?|is)\b[^.;]{0,30}\b(4\d\d)\b/i.exec(text) ?? [];
    if (counting !== '') return { counts: /\bkey\b/i.test(counting) ? 'key' : 'token', refusedBy: undefined };
    if (status !== undefined) return { counts: undefined, refusedBy: Number(status) };
  }
  return undefined;
});

const OF_BOTH = /\bboth\b|\b(?:two|more than one|several) (?:kinds? of )?(?:credentials?|keys|ways|schemes)\b/i;
const COUNTS_ALONE =
  /\b((?:bearer |access )?token|bearer|(?:api )?key|authorization(?: header)?)\b\W{0,2} (?:alone |then |only )?(?:decides|counts|wins|is (?:used|taken|looked at)|takes precedence|has precedence|goes first)\b/i;

const OF_KEYS = /\b(?:credentials?|(?:api |access )?keys?|tokens?|secrets?)\b/i;
const TAKEN = '\\b(?:taken|accept\\w*|read|recogni[sz]ed|honou?red|looked (?:for|at)|supported|expected)\\b';
const IN_QUERY = '\\b(?:query|URL)\\b';
const NOT_IN_QUERY: readonly string[] = [
  `${TAKEN}[^.;]{0,60}\\b(?:never|not|nor)\\b[^.;]{0,30}${IN_QUERY}`,
  `\\b(?:never|not)\\b[^.;]{0,20}${TAKEN}[^.;]{0,40}${IN_QUERY}`,
  `${IN_QUERY}[^.;]{0,40}(?:\\b(?:not|never)\\b[^.;]{0,20}${TAKEN}|\\b(?:ignored|refused|rejected)\\b)`,
  `${TAKEN}[^.;]{0,30}\\bheaders?\\b[^.;]{0,10}\\b(?:only|alone)\\b`,
  `\\bonly\\b[^.;]{0,20}${TAKEN}[^.;]{0,30}\\bheaders?\\b`,
  `${TAKEN}[^.;]{0,10}\\bonly\\b[^.;]{0,30}\\bheaders?\\b`,
];

/**
 * The statuses in the order in which words say that they are told where several things are wrong: `the order is: credential (401), role
 * (403), record (404)`, in a sentence or a list below one. Empty where no words do.
 */
export const refusalOrder = memoized((contract: Source): readonly number[] => {
  const text = descriptionOf(contract);
  for (const { index } of text.matchAll(SAYS_ORDER)) {
    const rest = text.slice(index);
    const said = IN_A_LIST.exec(rest)?.[1] ?? rest.split(/[.;](?:\s|$)/, 1).join('');
    const statuses = [...said.matchAll(/\b4\d\d\b/g)].map(([status]) => Number(status));
    if (statuses.length > 2 && new Set(statuses).size === statuses.length) return statuses;
  }
  return [];
});

const SAYS_ORDER =
  /\b(?:the|this|that|following) (?:order|sequence)\b|\border of (?:checks|precedence|errors|refusals)\b|\bprecedence\b|\bfirst\b(?=[^.;]*\bthen\b)/gi;
const IN_A_LIST = /^[^.;\n]*:\s*\n((?:\s*(?:\d+[.)]|[-*])\s[^\n]*(?:\n|$))+)/;

/** Whether words say that a status is told before another one, where both are due. */
export function precedes(contract: Source, status: number, other: number): boolean {
  const order = refusalOrder(contract);
  const [first, last] = [order.indexOf(status), order.indexOf(other)];
  return first >= 0 && first < last;
}

/** The headers that every reply is said to have, by their names. */
export const headersOfAll = memoized((contract: Source): readonly string[] =>
  generalSentences(contract).flatMap((sentence) => {
    const name = SAYS_HEADER.exec(sentence)?.[1];
    return name === undefined || SAYS_EXCEPT.test(sentence) ? [] : [name];
  }),
);

const SAYS_HEADER =
  /\b(?:every|each|all|any)\s(?:\w{1,20}\s)?(?:response|reply|responses|replies|answers?)\b(?: of (?:this|the) \w{1,20})?,?\s(?:always )?(?:carr(?:y|ies)|ha(?:s|ve)|includes?|contains?|comes? with|bears?)\s(?:an? |the |its )?(?:\w{1,20} ){0,2}[`"'*]{1,3}(\w+(?:-\w+)+)[`"'*]{1,3}/i;
const SAYS_EXCEPT = /\b(?:except|unless|if|when|where|only|but|may|might|can|successful|most)\b/i;

/** What of a query words say to be refused: what is invalid, a parameter that no operation has, one that comes twice. */
export interface RefusedQueries {
  readonly isInvalid: boolean;
  readonly isUnknown: boolean;
  readonly isRepeated: boolean;
}

/** As the refusals of an operation say, the operation itself, or the document of all. */
export const refusedQueriesOf = memoized((operation: Operation): RefusedQueries => {
  const refusals = operation.replies
    .filter(({ status }) => status === 400 || status === 422)
    .map(({ description }) => description);
  const general = [operation.description ?? '', ...sentencesAround(operation)].filter((one) => SAYS_REFUSED.test(one));
  const texts = [...refusals, ...general];
  const says = (words: string): boolean =>
    texts.some((text) =>
      new RegExp(`\\b(?:${words})\\b[^.;]{0,40}${QUERY}|${QUERY}[^.;]{0,60}\\b(?:${words})\\b`, 'i').test(text),
    );
  return { isInvalid: says(INVALID), isUnknown: says(UNKNOWN), isRepeated: says(REPEATED) };
});

const QUERY = '\\b(?:query|(?:query )?parameters?)\\b';
const INVALID =
  'invalid|malformed|wrong|bad|out of range|break(?:s|ing)?|violat\\w+|not valid|not allowed|can ?not be read|not as (?:its|the) schema|incorrect';
const UNKNOWN =
  "unknown|unrecogni[sz]ed|undocumented|unexpected|undeclared|(?:do|does)(?:n't| not) (?:know|have|exist)|not documented";
const REPEATED = 'repeated|duplicated?|twice|more than once|several times';
const SAYS_REFUSED = /\b(?:refus|reject|fail|error|400|422)/i;
