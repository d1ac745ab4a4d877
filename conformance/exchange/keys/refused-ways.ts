import {
  type Contract,
  documents,
  formsOf,
  memoized,
  type Operation,
  type Requirement,
  type SecurityScheme,
  sentencesAround,
  sentencesIn,
  wordsOf,
} from '../../../openapi/contract';
import { namesOf } from './keys';

/**
 * The ways of the document to give a credential that an operation refuses with 403, as words say, though the credential is good: `API keys
 * get a 403 from every operation under /hooks`, `managed with API keys only`, beside one operation `Requires a staff token`.
 */
export const refusedWays = memoized((contract: Pick<Contract, 'operations'>) =>
  memoized((operation: Operation): readonly Requirement[] => {
    const ways = waysOf(contract);
    if (!documents(operation, 403) || operation.security.length === 0 || ways.length < 2) return [];
    const refusals = operation.replies.filter(({ status }) => status === 403).map(({ description }) => description);
    const own = [operation.summary, operation.description, ...refusals].flatMap(sentencesIn);
    const around = sentencesAround(operation).map(plainText);
    // `Where an operation says *staff only*, a portal token gets 403`.
    const saysSo = (text: string): boolean =>
      own.some((one) => plainText(one).toLowerCase().includes(text.toLowerCase()));
    const about = sentencesAround(operation).filter((text) => {
      const [, mark] = WHERE_SAID.exec(plainText(text)) ?? [];
      return mark === undefined ? isAbout(withoutNamesOf(ways, text), operation) : saysSo(mark);
    });
    return ways.filter((way) => {
      const isListed = operation.security.some((one) => namesOf(one) === namesOf(way));
      if (!isListed && around.some((text, at) => saysListedOnly(text, around[at + 1] ?? '', nounsOf(way)))) return true;
      const others = ways.filter((one) => one !== way);
      return (
        // What another way is called by its own name is not said of this one.
        [...own, ...about].some((text) => saysRefused(withoutNamesOf(others, plainText(text)), nounsOf(way))) ||
        [...own, ...about].some((text) => saysOnly(text, others.flatMap(nounsOf), nounsOf(way)))
      );
    });
  }),
);

/**
 * The ways that words let do but a few things, and say of all others `every other operation is answered 403`: which those are they tell
 * in prose, so that a 403 may be right wherever it is documented.
 */
export const limitedWays = memoized((contract: Pick<Contract, 'operations'>) =>
  memoized((operation: Operation): readonly Requirement[] => {
    if (!documents(operation, 403)) return [];
    const said = sentencesAround(operation).map(plainText);
    const limited = said.flatMap((text, at) =>
      REST_REFUSED.test(text)
        ? (said.slice(Math.max(0, at - FEW), at + 1).findLast((one) => SPEAKS_OF_WAY.test(one)) ?? [])
        : [],
    );
    return waysOf(contract).filter((way) =>
      nounsOf(way).some((noun) => limited.some((text) => new RegExp(`${ALL_OF_THEM}\\b${noun}\\b`, 'iu').test(text))),
    );
  }),
);

const FEW = 4;
const SPEAKS_OF_WAY = /\b(?:keys?|tokens?|credentials?)\b/i;
const REST_REFUSED =
  /\b(?:every(?:thing)?|any(?:thing)?|all) (?:others?|else)\b(?: (?:operation|request|call|endpoint|route|method)s?)?[^.;]{0,30}\b403\b/i;
const ALL_OF_THEM = '(?<!\\b(?:read[- ]only|viewer|reader|unknown|missing|invalid|wrong|other|without an?|no) )';

/** Each single way by which some operation is asked. */
export const waysOf = memoized(({ operations }: Pick<Contract, 'operations'>): readonly Requirement[] => {
  const ways = operations.flatMap(({ security }) => security).filter((one) => one.length === 1);
  return [...new Map(ways.map((one) => [namesOf(one), one])).values()];
});

const WHERE_SAID =
  /^\W*(?:where(?:ver)?|if|when) (?:an? |the )?(?:operation|endpoint|it|one|description) says (.{3,40}?),/i;

const withoutNamesOf = (ways: readonly Requirement[], text: string): string =>
  ways
    .flat()
    .reduce((rest, scheme) => rest.replaceAll(new RegExp(`\\b${ownNounOf(scheme)}(?![\\p{L}-])`, 'giu'), '‹›'), text);

/** Whether a sentence names the path of an operation, or that which it is about. */
function isAbout(text: string, { path }: Operation): boolean {
  const [first = ''] = path.split('/').filter((part) => part !== '' && !part.includes('{'));
  if (text.includes(`/${first}`)) return true;
  const all = wordsOf(first);
  const spoken = wordsOf(text).join(' ');
  return formsOf(first).length > 0 && spoken.includes(all.join(' ').replace(/s$/, ''));
}

/** What a way is called in words. */
export const nounsOf = (way: Requirement): readonly string[] =>
  way.map((scheme: SecurityScheme) => `(?:${ownNounOf(scheme)}|${isOfKeys([scheme]) ? KEYS : TOKENS})`);

/** By the name of its scheme alone. */
export const ownNounOf = ({ name }: SecurityScheme): string => `${wordsOf(name).join('[ _-]?')}s?`;

/** Whether words call a way a key; else it is a token. */
export const isOfKeys = (way: Requirement): boolean => way.some(({ kind }) => kind === 'apiKey' || kind === 'basic');

const KEYS = '(?:api |secret |server )?keys?';
const TOKENS = '(?:access |staff |user |session |bearer |oauth2? )?tokens?';

const saysRefused = (text: string, nouns: readonly string[]): boolean =>
  nouns.some((noun) =>
    new RegExp(
      `${ALL_OF_THEM}\\b${noun}\\b(?! (?:of|with|whose|without|having|naming|asking|sending|(?:that|which|who)(?! (?:is|are) used))\\b)(?:(?!\\b(?:read[- ]only|unless|except|role)\\b)[^.;:]){0,60}\\b(?:(?:get|receive|obtain|give)s?|(?:is|are) (?:answered|refused|rejected|turned away))\\b(?:(?!\\b(?:unless|except)\\b)[^.;]){0,20}\\b403\\b`,
      'iu',
    ).test(plainText(text)),
  ) || nouns.some((noun) => new RegExp(EXCEPTED.replace('‹›', noun), 'iu').test(plainText(text)));

/** `Portal tokens do what a key does, except for the hooks, which are refused by 403`, also as a row of a table that begins with the kind. */
const EXCEPTED =
  '^\\W*(?:(?:an?|the|every|each|all) )?‹›(?: *\\|| (?!only|without)\\p{L})[^.;]{0,120}\\b(?:except|but not|other than|save)(?: for)?\\b(?:(?!\\b(?:unless|except)\\b)[^.;|]){0,80}\\b403\\b';

/** That it takes the one kind alone: what the sentence says of the other is not that. */
const saysOnly = (text: string, nouns: readonly string[], mine: readonly string[]): boolean =>
  nouns.some((noun) =>
    new RegExp(
      `\\b(?:with|by|for|to|takes?|accepts?) (?:an? |the )?${noun} (?:only|alone)\\b|\\b(?:only|exclusively) (?:with|by|for|to|takes?|accepts?) (?:an? |the )?${noun}(?=\\W*$|[.;,:])|^\\W*(?:requires?|needs?) (?:an? |the )?${noun}(?=\\W*$|[.;,:])`,
      'iu',
    ).test(plainText(text)),
  ) && !mine.some((noun) => new RegExp(`\\b(?:or|and) (?:an? )?${noun}\\b`, 'iu').test(plainText(text)));

/** `It may be used only for the operations that list it under security; the others answer 403`. */
const saysListedOnly = (text: string, next: string, nouns: readonly string[]): boolean =>
  nouns.some((noun) => new RegExp(`${LISTED_ONLY.replace('‹›', noun)}`, 'iu').test(text)) &&
  (/\b403\b/.test(text) || (text.endsWith(';') && /\b403\b/.test(next)));
const LISTED_ONLY =
  '\\bonly (?:by|for|in|on|with|at|works?|where)?\\b[^.;]{0,30}\\b(?:operations?|endpoints?|calls?|requests?)\\b[^.;]{0,20}\\b(?:list|name|mention|have|show|document)s? (?:an? |the )?‹›(?![\\p{L}-])';

const plainText = (text: string): string => text.replaceAll(/[`*_"]/g, '');
