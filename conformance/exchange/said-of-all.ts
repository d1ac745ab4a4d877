/** What the document says of all its operations, in the words at its head. */
import { type Contract, isObject, memoized, type Operation, own } from '../../openapi/contract';

type Source = Pick<Contract, 'source'>;

/** The sentences of the document's own description. */
export const generalSentences = memoized(({ source }: Source): readonly string[] => {
  const info = isObject(source.json) ? own(source.json, 'info') : undefined;
  const text = isObject(info) ? own(info, 'description') : undefined;
  // A line of a list is a sentence of its own; a name may have a dot in it.
  return typeof text === 'string'
    ? text.split(/(?<=[.!?;])\s+|\n\s*(?:\n|[-*]\s)/).map((one) => one.replaceAll(/\s+/g, ' '))
    : [];
});

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
export const refusedQueriesOf = memoized((contract: Source) =>
  memoized((operation: Operation): RefusedQueries => {
    const refusals = operation.replies
      .filter(({ status }) => status === 400 || status === 422)
      .map(({ description }) => description);
    const general = [operation.description ?? '', ...generalSentences(contract)].filter((one) =>
      SAYS_REFUSED.test(one),
    );
    const texts = [...refusals, ...general];
    const says = (words: string): boolean =>
      texts.some((text) =>
        new RegExp(`\\b(?:${words})\\b[^.;]{0,40}${QUERY}|${QUERY}[^.;]{0,60}\\b(?:${words})\\b`, 'i').test(text),
      );
    return { isInvalid: says(INVALID), isUnknown: says(UNKNOWN), isRepeated: says(REPEATED) };
  }),
);

const QUERY = '\\b(?:query|(?:query )?parameters?)\\b';
const INVALID =
  'invalid|malformed|wrong|bad|out of range|break(?:s|ing)?|violat\\w+|not valid|not allowed|can ?not be read|not as (?:its|the) schema|incorrect';
const UNKNOWN =
  "unknown|unrecogni[sz]ed|undocumented|unexpected|undeclared|(?:do|does)(?:n't| not) (?:know|have|exist)|not documented";
const REPEATED = 'repeated|duplicated?|twice|more than once|several times';
const SAYS_REFUSED = /\b(?:refus|reject|fail|error|400|422)/i;
