import {
  type Contract,
  essence,
  isObject,
  itemsOf,
  memoized,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Schema,
  sentencesAround,
  sentencesIn,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { vocabularyOf } from '../../arbitraries/choices';
import { inWordsOf, valuesAgainst, valuesOfFormats, valuesOfSchemas } from '../../arbitraries/wrong-values';
import { bodyOf, MERGE_PATCH } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';

/**
 * Bodies that break one constraint each and that an operation has to refuse. Where it takes merge patches, null removes a
 * member whatever its schema says of null (RFC 7396 §2): and who documents another type of JSON beside them may well treat
 * both alike.
 */
export function refusableBodies(
  contract: Contract,
  operation: Operation,
  schema: Schema,
  valid: Readonly<Record<string, unknown>>,
): ReturnType<typeof brokenBodies> {
  const { body } = operation;
  const broken = brokenBodies(schema, valid, brokenValuesIn(contract)(operation));
  if (body?.content.some(({ type }) => essence(type) === MERGE_PATCH) !== true) return broken;
  const members = propertiesOf(schema);
  const isRefused = nullRefused(operation);
  /** An object may be emptied by null, whatever else is refused. */
  const mayBeNull = (name: string): boolean =>
    !isRefused || typesOf(members.get(name)?.schema ?? {}).some((type) => type === 'object');
  return broken.filter(
    ({ value }) =>
      !isObject(value) || Object.keys(value).every((name) => own(value, name) !== null || !mayBeNull(name)),
  );
}

/** Whether words refuse null for each member of a patch that can't be null. */
const nullRefused = memoized((operation: Operation): boolean =>
  [...sentencesIn(operation.description), ...sentencesAround(operation)].some((text) =>
    NULL_REFUSED.test(text.replaceAll('`', '')),
  ),
);

/** `Null for any other member is refused by 422`, `null for other members is a 422` */
const NULL_REFUSED =
  /\bnull\b[^.;]{0,20}\b(?:for|in|as|of)\b (?:(?:any|all|every|the|each) )?others?\b[^.;]{0,40}\b(?:refused|rejected|invalid|an error|400|422)\b/i;

/** The values that an operation has to refuse for a member, in the words of its contract. */
const brokenValuesIn = memoized((contract: Contract) =>
  memoized((operation: Operation) => inWordsOf(vocabularyOf(contract), brokenValuesFor(operation))),
);

/** Of a format as far as words say that it is looked at. */
const brokenValuesFor = (operation: Operation): typeof valuesAgainst => {
  const refusals = operation.replies.flatMap(({ status, description }) =>
    [400, 422].includes(Number(status)) ? [description] : [],
  );
  const said = sentencesAround(operation).filter((text) => /\b(?:refus\w+|reject\w+|400|422)\b/i.test(text));
  const saysFormats = sentencesAround(operation).some(
    (text) => FORMATS_CHECKED.test(text) && !/\bnot\b|n['’]t\b/i.test(text),
  );
  if (saysFormats || refusals.some((text) => /\bformats?\b/i.test(text))) return valuesOfFormats;
  return [...refusals, ...said].some((text) => AGAINST_SCHEMA.test(text)) ? valuesOfSchemas : valuesAgainst;
};

/** `We check every body against its schema, patterns and formats included` */
const FORMATS_CHECKED =
  /\b(?:check|validat|verif|enforc)\w*\b[^.;]{0,80}\bformats?\b|\bformats?\b[^.;]{0,40}\b(?:is|are) (?:also |always |all )?(?:checked|validated|verified|enforced)\b/i;

/** `JSON that does not fit the schema earns 422`: of a body, not of a parameter. */
const AGAINST_SCHEMA =
  /\b(?:body|bodies|content|JSON|payload|request|entity)\b[^.;]{0,60}\b(?:not|n['’]t|never|violat\w+|break\w*|fails?|contradict\w*|against|invalid)\b[^.;]{0,40}\bschemas?\b/i;

/** Whether words refuse a member that an open schema does not name. */
export function isUnknownRefused(operation: Operation): boolean {
  const said = [operation.description, ...sentencesAround(operation)].map((text) => text.replaceAll(/[*_`]/g, ''));
  const isOfThis = (text: string): boolean =>
    !/\b(?:POST|PUT|PATCH)\b/.test(text) || new RegExp(`\\b${operation.method}\\b`).test(text);
  return said.some(
    (text) =>
      UNKNOWN_REFUSED.test(text) &&
      !/\b(?:query|parameters?|headers?|repl(?:y|ies)|may|might)\b/i.test(text) &&
      isOfThis(text),
  );
}

/** `Every other member, which the schema does not know, is refused with 422`. */
const UNKNOWN_REFUSED =
  /\b(?:unknown|unrecogni[sz]ed|undocumented|undeclared|unexpected|additional|extra|surplus|other|further)\b[^.;,]{0,15}\b(?:members?|fields?|properties|attributes)\b[^.;]{0,60}\b(?:is|are|gets?|lead to|give|gives|cause)\b[^.;]{0,15}\b(?:refused|rejected|an error|4(?:00|22))\b/i;

/** The lists of a body in which words say that an item comes once, or what it names. */
export const listsOfOnce = (operation: Operation): readonly Property[] =>
  [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()].filter(
    (one) => !one.readOnly && isObject(itemsOf(one.schema)) && comesOnce(operation, one),
  );

/** Whether words beside a list, its items or a member of these say so, or those of the operation and its refusals, of an item by its name. */
function comesOnce({ description, replies }: Operation, { name, schema }: Property): boolean {
  const items = itemsOf(schema) ?? {};
  const members = [...propertiesOf(items).values()];
  const isOnce = (text: string): boolean => SAYS_ONCE.some((form) => form.test(text));
  // Of a member, and of the operation, something else may be done once only.
  const isOnceInIt = (text: string): boolean => ONCE_IN_IT.test(text) && !OF_REQUESTS.test(text);
  const beside = [schema, items].some((one) => sentencesOf(String(one.description ?? '')).some(isOnce));
  const within = members.some((one) =>
    sentencesOf(String(one.schema.description ?? '')).some((text) => isOnceInIt(text) || UNIQUE_WITHIN.test(text)),
  );
  const nouns = [name, ...members.flatMap((one) => one.name.match(/^(.+?)_?(?:id|sku|code|no|number)$/i)?.[1] ?? [])];
  const named = nouns.map((noun) => wordsOf(noun).join(' ').replace(/s$/, '')).join('|');
  const isOfItems = new RegExp(`\\b(?:${named})s?\\b`, 'i');
  const refusals = replies.flatMap((one) => (/^4(?:00|22)$/.test(String(one.status)) ? [one.description] : []));
  return (
    beside ||
    within ||
    sentencesOf(description).some((text) => isOfItems.test(text) && IN_ONE.test(text) && isOnceInIt(text)) ||
    refusals.some(
      (text) =>
        new RegExp(`${TWICE_IN}(?:${named})s?\\b`, 'i').test(text) ||
        new RegExp(`\\b(?:${named})\\b[^.;,]{0,20}\\b(?:twice|more than once)\\b`, 'i').test(text),
    )
  );
}

/** `Unique within the order`. */
const UNIQUE_WITHIN =
  /^\W*(?:is |must be )?unique (?:within|in|per|among|across) (?:an?|the|its|one|all) (?:\w+ )?(?:order|request|list|lines?|items?|body)\b/i;
const IN_ONE = /\b(?:lines?|items?|lists?|same (?:order|request|body))\b/i;
const ONCE_IN_IT =
  /\b(?:appear|occur|come|stand|(?:be )?(?:listed|named))s?\b[^.;]{0,20}\b(?:(?:only|at most|just) once|in (?:only |at most |just )?(?:one|a single) (?:line|item|row|position|entry))\b|^\W*each \w+ (?:only|at most) once\W*$|\bno two \w+[^.;]{0,30}\b(?:same|share|alike)\b|\btwo \w+ (?:for|with|of|naming) (?:the same|one)\b[^.;]{0,40}\b(?:not possible|impossible|not allowed|refused|rejected|forbidden)\b/i;
const OF_REQUESTS = /\b(?:keys?|requests?|retr(?:y|ies)|calls?)\b/i;
/** `Duplicate products`, `two lines for the same product`. */
const TWICE_IN = '\\b(?:duplicated?|repeated|two \\w+ (?:with|for|of|that name|naming) (?:the same|one)) ';

/** `A product may appear in one line only`, `each at most once`, `no two lines name the same`, `duplicates are refused`. */
const SAYS_ONCE: readonly RegExp[] = [
  /\b(?:appear|occur|come|stand|(?:be )?(?:listed|named|given|used|sent))s?\b[^.;]{0,20}\bin (?:only |at most |just )?(?:one|a single) \w+/i,
  /\b(?:at most|only|no more than|not more than) once\b|\bonce only\b/i,
  /\btwo \w+ (?:for|with|of|naming) (?:the same|one)\b[^.;]{0,40}\b(?:not possible|impossible|not allowed|refused|rejected|forbidden)\b/i,
  /\bno two \w+[^.;]{0,30}\b(?:same|share|alike)\b/i,
  /\b(?:must|may|can)(?: ?not|n't) (?:be )?(?:repeat\w*|duplicat\w*|[^.;]{0,20}\b(?:twice|more than once))\b/i,
  /\b(?:duplicat\w+|repeated)\b[^.;]{0,30}\b(?:refused|rejected|invalid|not allowed|forbidden)\b/i,
];
