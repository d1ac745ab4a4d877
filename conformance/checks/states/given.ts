import {
  isObject,
  type Operation,
  own,
  propertiesOf,
  type Resource,
  successOf,
  wordsOf,
} from '../../../openapi/contract';
import { sentencesOf } from '../../records/action-words';
import type { JsonRecord } from '../../records/records';
import { isSameValue } from '../../rules/relations/same-value';
import { brief } from '../../verdict/brief';

/** What is wrong with a member of a record of which words say that it is what an action was sent: "the reason given", "the address of the body". */
export function notAsGiven(operation: Operation, resource: Resource, sent: JsonRecord, record: JsonRecord) {
  const told = [operation.summary, operation.description, successOf(operation)?.reply.description ?? ''].flatMap(
    sentencesOf,
  );
  for (const { name, schema, writeOnly } of propertiesOf(resource.schema).values()) {
    const described = sentencesOf(String(schema.description ?? ''));
    const spelled = spelling(name);
    const about = told.filter((text) => new RegExp(spelled, 'iu').test(text));
    const given = Object.entries(sent).find(([member]) => {
      const form = spelling(member);
      const asGiven = new RegExp(`(?:^|\\bis (?:then )?)(?:the )?${form} (?:that (?:was|is) |as )?${GIVEN}`, 'iu');
      return (
        described.some((text) => asGiven.test(text.trim())) ||
        about.some((text) =>
          new RegExp(`${spelled} is (?:then )?(?:the )?${form} (?:that (?:was|is) |as )?${GIVEN}`, 'iu').test(text),
        )
      );
    })?.[1];
    const ofBody = about.some((text) => new RegExp(`\\bthe ${spelled} ${OF_BODY}`, 'iu').test(text))
      ? (own(sent, name) ?? wholeAs(schema, sent))
      : undefined;
    const wanted = given ?? ofBody;
    const shown = own(record, name);
    if (writeOnly || wanted === undefined || wanted === null || isPart(schema, wanted, shown)) continue;
    return {
      expected: `${name}: ${brief(wanted)}, as it was given`,
      actual: `${name}: ${brief(shown)}`,
      key: `${name} otherwise`,
    };
  }
  return undefined;
}

const GIVEN = '(?:given|sent|passed|provided|supplied|stated)\\b';
const OF_BODY = '(?:of|in|from) the (?:body|request)\\b';

const spelling = (name: string): string =>
  `(?<![\\p{L}\\p{N}_])[\`'"]?${wordsOf(name).join('[ _-]?')}[\`'"]?(?![\\p{L}\\p{N}_])`;

/** A body whose members are all those of a member. */
const wholeAs = (schema: Parameters<typeof propertiesOf>[0], sent: JsonRecord): JsonRecord | undefined => {
  const properties = propertiesOf(schema);
  return properties.size > 0 && Object.keys(sent).every((member) => properties.has(member)) ? sent : undefined;
};

/** Whether what is shown has all that was given: a server may add to an object. */
function isPart(schema: Parameters<typeof propertiesOf>[0], wanted: unknown, shown: unknown): boolean {
  if (!isObject(wanted)) return isSameValue(schema, wanted, shown ?? null);
  const properties = propertiesOf(schema);
  return (
    isObject(shown) &&
    Object.entries(wanted).every(
      ([name, value]) =>
        properties.get(name)?.writeOnly === true || isPart(properties.get(name)?.schema ?? {}, value, own(shown, name)),
    )
  );
}
