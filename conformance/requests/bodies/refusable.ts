import {
  type Contract,
  essence,
  isObject,
  memoized,
  type Operation,
  own,
  type Schema,
  sentencesAround,
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
  return broken.filter(
    ({ value }) => !isObject(value) || Object.keys(value).every((name) => own(value, name) !== null),
  );
}

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
  if (refusals.some((text) => /\bformats?\b/i.test(text))) return valuesOfFormats;
  return [...refusals, ...said].some((text) => AGAINST_SCHEMA.test(text)) ? valuesOfSchemas : valuesAgainst;
};

/** `JSON that does not fit the schema earns 422`: of a body, not of a parameter. */
const AGAINST_SCHEMA =
  /\b(?:body|bodies|content|JSON|payload|request|entity)\b[^.;]{0,60}\b(?:not|n['’]t|never|violat\w+|break\w*|fails?|contradict\w*|against|invalid)\b[^.;]{0,40}\bschemas?\b/i;
