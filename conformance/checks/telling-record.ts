/** What most servers get wrong of a record, sent in one body: texts, numbers and lists that are easily changed on the way. */
import {
  isObject,
  itemsOf,
  mostInteger,
  own,
  propertiesOf,
  type Schema,
  sentencesAround,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { anotherValue } from '../arbitraries/fresh';
import { mapOf } from '../arbitraries/plain';
import { isPlainMultiple } from '../arbitraries/schema';
import { bodyOf, type Subject } from '../exchange/subject';
import { ownSentences, withNoun } from '../records/marked';
import { isReference, type JsonRecord } from '../records/records';
import { knownRecordBody } from '../requests/bodies/record-in-body';
import { type Case, type CaseContext, resourceOf } from '../steps/check';
import { createWithMost, isFreeText, requestRecord } from '../steps/records';

/** Creates a record of known values and others, and reads it so often. */
export function createAndRead(name: string, tier: 1 | 2, extra: (context: CaseContext) => JsonRecord, times = 1): Case {
  const run = async (context: CaseContext): Promise<undefined> => {
    const { id } = await createWithMost(context, extra(context));
    for (let time = 0; time < times; time += 1) await requestRecord(context, resourceOf(context), id);
  };
  return { name, tier, run };
}

export const tellingRecord = (subject: Subject): Case =>
  createAndRead('a record of telling values', 1, (context) => ({
    ...tellingFields(subject),
    ...turnedItems(context),
    ...mailAsWritten(context),
  }));

/** For each field the value that most servers get wrong. Whether they may refuse it is judged elsewhere. */
function tellingFields({ operation }: Subject): JsonRecord {
  const fields = [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()].flatMap(({ name, schema, readOnly }) => {
    if (readOnly || schema.enum !== undefined || schema.pattern !== undefined || schema.format === 'uuid') return [];
    // No record is known by such a text.
    if (isReference(name, schema) && typesOf(schema).includes('string')) return [];
    const fits = validatorOf(schema, 'request');
    const value = tellingFor(schema).find((one) => one !== undefined && fits(one) === undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

/** Items that a server would have to turn round to sort them, where words say that they are kept in their order. */
function turnedItems(context: CaseContext): JsonRecord {
  const { subject, options } = context;
  const shown = propertiesOf(subject.purpose?.resource.schema ?? {});
  const known = knownRecordBody(context, subject, {}).body;
  const lists = [...propertiesOf(bodyOf(subject.operation)?.schema ?? {}).values()].flatMap(
    ({ name, schema, readOnly }) => {
      const besides = [schema, shown.get(name)?.schema].map((one) => String(one?.description ?? ''));
      const around = ownSentences(subject.operation).filter((text) => withNoun(text, { name }).includes('‹›'));
      const isSaid = [...besides, ...around].some((text) => KEEPS_ORDER.test(text));
      if (readOnly || !isSaid || Number(schema.maxItems ?? 2) < 2) return [];
      const [items, list] = [itemsOf(schema) ?? {}, own(known, name)];
      const turned = isFreeText(items)
        ? fallingTexts(items, options.seed)
        : fallingItems(items, Array.isArray(list) ? list[0] : undefined, options.seed);
      return turned === undefined ? [] : [[name, turned] as const];
    },
  );
  return Object.fromEntries(lists);
}

/** An item that is known to be good, and one with other texts, so that they would be sorted the other way; undefined where it has none. */
function fallingItems(items: Schema, item: unknown, seed: number): readonly unknown[] | undefined {
  if (!isObject(item)) return undefined;
  const others = [...propertiesOf(items).values()].flatMap(({ name, schema, readOnly }) => {
    const was = item[name];
    const isOpen = !readOnly && typeof was === 'string' && schema.enum === undefined && !isReference(name, schema);
    const value = isOpen ? anotherValue(schema, [was], seed + 6) : undefined;
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const [[first, value] = []] = others;
  if (first === undefined || value === undefined) return undefined;
  const both = [item, { ...item, ...Object.fromEntries(others) }];
  return String(item[first]) > value ? both : both.toReversed();
}

function fallingTexts(items: Schema, seed: number): readonly unknown[] {
  const first = anotherValue(items, [], seed);
  return [first, anotherValue(items, [first], seed + 1)].map(String).toSorted().toReversed();
}

/** `Kept in the order given`, `in the order in which you sent them`, `lines keep their order`. */
export const KEEPS_ORDER =
  /\b(?:kept|keeps?|stays?|shown|returned|come) in (?:the |their |that |this )?order\b|\bin (?:the|your) order (?:sent|given|added|received|in which|(?:that )?(?:they|you))\b|\bkeeps? (?:their|its|the) order\b|\border (?:is|of \w+ is) (?:kept|preserved|retained)\b|\bpreserv\w* (?:the |their )?order\b/i;

/** Mail addresses with capitals, where words say that they are kept as they were sent. */
function mailAsWritten({ subject, options, notes }: CaseContext): JsonRecord {
  const isSaidOfAll = sentencesAround(subject.operation).some((text) => OF_TEXTS.test(text) && AS_WRITTEN.test(text));
  const shown = propertiesOf(subject.purpose?.resource.schema ?? {});
  const fields = [...propertiesOf(bodyOf(subject.operation)?.schema ?? {}).values()].flatMap(
    ({ name, schema, readOnly }) => {
      const value = `Kept.As${options.seed}x${notes.values.made}@Example.com`;
      const isSaid =
        isSaidOfAll || [schema, shown.get(name)?.schema].some((one) => AS_WRITTEN.test(String(one?.description ?? '')));
      const isMail = !readOnly && schema.format === 'email' && validatorOf(schema, 'request')(value) === undefined;
      return isMail && isSaid ? [[name, value] as const] : [];
    },
  );
  return Object.fromEntries(fields);
}

const OF_TEXTS = /\b(?:texts?|strings?|values?|members?|fields?)\b/i;
const AS_WRITTEN =
  /\b(?:as|how) (?:(?:it|they|you|the client) (?:was|were|is|are|has|have)? ?)?(?:been )?(?:written|sent|sends?|writes?|entered|enter|typed|given|gives?|provided|provide|supplied|received)\b|(?:\bnever|\b(?:do|does)(?: not|n['’]t)) [^.;]{0,30}\b(?:re-?case|change (?:the |its |their )?case)\b|\bcapitals? (?:letters? )?(?:are |is )?(?:included|kept|preserved)\b|\bcase (?:is )?(?:kept|preserved)\b|\bpreserv\w* (?:the |its )?case\b|\bverbatim\b|\bbyte for byte\b/i;

/** The first of them that fits is sent: of texts one that is as long as it may be. */
function tellingFor(schema: Schema): readonly unknown[] {
  const types = typesOf(schema);
  const { maxLength = Number.POSITIVE_INFINITY, multipleOf } = schema;
  if (types.includes('integer')) return [2n ** 53n + 1n, mostInteger(schema)];
  if (types.includes('number')) return DECIMALS.filter((one) => isPlainMultiple(one, Number(multipleOf ?? one)));
  if (types.includes('array')) return [inFallingOrder(schema)];
  if (types.includes('object')) {
    const map = mapOf(schema, TELLING_TEXT);
    // What has no text in it is easily taken for what is not there.
    const [, blank] = Object.keys(Object(map));
    return blank === undefined ? [map] : [{ ...Object(map), [blank]: '' }, map];
  }
  if (!types.includes('string') || schema.format !== undefined) return [];
  const text = maxLength < OF_LINES || maxLength === Number.POSITIVE_INFINITY ? TELLING_TEXT : LINES;
  const long = maxLength > MOST_LETTERS ? text : text.padEnd(maxLength, 'aB').slice(0, maxLength);
  return [long.replace(/.$/u, ' '), long, TELLING_TEXT];
}

const DECIMALS: readonly number[] = [1234.56, 98.76, 1234.25, 0.07, 0.25];

/** Two choices that a server would have to turn round to sort them. */
function inFallingOrder(schema: Schema): unknown {
  const choices = (itemsOf(schema)?.enum ?? []).filter((one) => typeof one === 'string');
  return choices.length < 2 ? undefined : choices.toSorted().toReversed().slice(0, 2);
}

/** What has room for so much has room for several lines. */
const OF_LINES = 400;
/** Longer texts are tried elsewhere. */
const MOST_LETTERS = 2000;

/** Space around, quotes, markup, an emoji and an unnormalised accent in one. */
const TELLING_TEXT = ` O'Brien, "Bo" \\ <b>&amp;</b> \u{1F415} Ame\u0301lie `;
const LINES = ` O'Brien, "Bo" \\ \n\n<b>&amp;</b> \u{1F415}\nAme\u0301lie `;
