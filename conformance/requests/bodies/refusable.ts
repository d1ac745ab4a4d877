import {
  type Contract,
  essence,
  isObject,
  memoized,
  type Operation,
  own,
  propertiesOf,
  type Schema,
  sentencesAround,
  sentencesIn,
  typesOf,
} from '../../../openapi/contract';
import { brokenBodies } from '../../arbitraries/broken';
import { vocabularyOf } from '../../arbitraries/choices';
import { inWordsOf, valuesAgainst, valuesOfFormats, valuesOfSchemas } from '../../arbitraries/wrong-values';
import { MERGE_PATCH } from '../../exchange/subject';

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
