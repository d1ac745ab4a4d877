import { memoized } from '../memo/memo';
import type { Operation } from '../model/operation';
import type { Resource } from '../model/resource';
import type { Schema } from '../model/schema';
import { sentencesAround, sentencesIn } from '../operations/around';
import { jsonMediaType } from '../operations/media-types';
import { documents, replyFor, successOf } from '../operations/replies';
import { type Property, propertiesOf, typesOf } from '../schema/properties';
import { plain, wordsOf } from './spelling';

/** A property of which no two records have the same value. */
export interface UniqueValue {
  readonly name: string;
  /** Whether words say that case makes no other value, or that it makes one; neither where they leave that open. */
  readonly isCaseless: boolean;
  readonly isCaseful: boolean;
}

/**
 * The texts and whole numbers of which words beside them, or beside the 409 of the operation, say that another record may not have the
 * same: OpenAPI has no word for that.
 *
 * @param sent the record in the body of the operation
 * @param made the record in the body of the create
 */
export function uniqueValues(
  operation: Operation,
  { schema: record, operations: { create } }: Pick<Resource, 'schema' | 'operations'>,
  sent: Schema,
  made: Schema,
): readonly UniqueValue[] {
  const conflict = replyFor(operation, 409)?.description ?? '';
  const [shown, created] = [propertiesOf(record), propertiesOf(made)];
  const saidOf = ({ name, schema }: Property): string =>
    [schema, shown.get(name)?.schema, created.get(name)?.schema].map((one) => String(one?.description ?? '')).join(' ');
  const isNaming = documents(operation, 409) && OTHER_HAS.test(conflict) && !HEDGED.test(conflict);
  const named = isNaming ? namesIn(conflict) : new Set<string>();
  // What is so of all records a change may not break.
  const ofAll = create !== undefined && documents(operation, 409) ? [create.description ?? ''] : [];
  const sentences = [...new Set([operation.summary, operation.description ?? '', ...ofAll])]
    .flatMap(sentencesIn)
    .concat(sentencesAround(operation))
    .filter((text) => !NOT_UNIQUE.test(text));
  const settable = [...propertiesOf(sent).values()].filter(
    ({ name, readOnly, schema }) =>
      !readOnly && created.has(name) && typesOf(schema).some((type) => PLAIN.includes(type)),
  );
  const isChoice = ({ schema }: Property): boolean => schema.enum !== undefined || schema.const !== undefined;
  const byConflict = settable.filter((one) => !isChoice(one) && named.has(plain(one.name)));
  return settable.flatMap((property): readonly UniqueValue[] => {
    const said = saidOf(property);
    // Of several that the text may mean none is.
    const isNamed = byConflict.length === 1 && byConflict[0] === property;
    const around = sentences.filter(
      (text) =>
        onlyNamed(text, settable, shown) === property && !isWithinAnother(text, operation.path, [...shown.keys()]),
    );
    const isSaid = isNamed || around.length > 0 || (UNIQUE.test(said) && !NOT_UNIQUE.test(said));
    if (isChoice(property) || !isSaid) return [];
    const beside = sentences.flatMap((text) => behindName(text, property.name));
    const whole = [said, conflict, ...around, ...beside].join(' ');
    const isCaseless = CASELESS.test(whole);
    return [{ name: property.name, isCaseless, isCaseful: !isCaseless && CASEFUL.test(whole) }];
  });
}

/** The members that no client sets, of which the words beside them say that no two records have the same. */
export const uniqueByServer = memoized(({ schema, operations }: Resource): readonly string[] => {
  const sent = [operations.create, operations.replace, operations.patch].flatMap((one) => [
    ...propertiesOf(jsonMediaType(one?.body?.content ?? [])?.schema ?? {}).values(),
  ]);
  const { create } = operations;
  // What is shown once, to who has made it, is of no other reply.
  const once = jsonMediaType((create && successOf(create)?.reply.content) ?? [])?.schema ?? {};
  const around = [create?.description ?? ''].flatMap(sentencesIn).join(' ');
  return [...new Map([...propertiesOf(once), ...propertiesOf(schema)]).values()]
    .filter(({ name, schema: own, required }) => {
      const isSent = sent.some((one) => one.name === name && !one.readOnly);
      const said = String(own.description ?? '');
      const isPlain = typesOf(own).some((type) => PLAIN.includes(type)) && own.enum === undefined;
      const isSaid = (UNIQUE.test(said) && !NOT_UNIQUE.test(said)) || isEachOther(name, around);
      return required && isPlain && !isSent && isSaid;
    })
    .map(({ name }) => name);
});

/** `Each secret is different`, of the `signing_secret` that a create shows. */
function isEachOther(name: string, text: string): boolean {
  const words = wordsOf(name).filter((word) => /^\w+$/.test(word));
  // The last word alone may be said of others, where it is one of many.
  const [whole, last = ''] = [words.join('[ _-]?'), words.at(-1)];
  const alone = /^(?:ids?|numbers?|codes?|keys?|names?|types?|)$/i.test(last) ? [] : [last];
  return new RegExp(
    `\\b(?:each|every) [\`'"]?(?:${[whole, ...alone].join('|')})[\`'"]? is (?:different|unique|a new one|its own)\\b`,
    'i',
  ).test(text);
}

const PLAIN: readonly string[] = ['string', 'integer'];

/**
 * The only one of some properties that stands before the words by which a sentence says that it is unique: "SKUs are unique", "a label already in use".
 *
 * @param all those of the record: what is written as code among them is meant, and none beside it: "the stock number `sku`"
 */
function onlyNamed(
  text: string,
  properties: readonly Property[],
  all: ReadonlyMap<string, Property>,
): Property | undefined {
  const had = HAD_ALREADY.exec(text)?.groups?.said;
  const at = SAYS_UNIQUE.exec(text)?.index ?? (had === undefined ? undefined : text.lastIndexOf(had));
  const per = ONE_PER.exec(text)?.[1] ?? NO_TWO.exec(text)?.[1];
  if (at === undefined && per === undefined) return undefined;
  const before = per ?? text.slice(0, at);
  const coded = [...before.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter((name) => all.has(name));
  const named = coded.length > 0 ? new Set(coded.map(plain)) : namesIn(before);
  const found = properties.filter(({ name }) => named.has(plain(name)) || named.has(`${plain(name)}s`));
  return found.length === 1 ? found[0] : undefined;
}

/** `Once in an order`, of what names one in its body: in another one it may come again. `Once in a depot` is once in all that there is. */
function isWithinAnother(text: string, path: string, names: readonly string[]): boolean {
  const [, whole] = /\bonce in (?:an?|the|each|every|your) [`'"]?(\w+)/i.exec(text) ?? [];
  const scope = plain(whole ?? '');
  return scope !== '' && !plain(path).includes(scope) && names.some((name) => plain(name).startsWith(scope));
}

/** What stands in brackets behind the name of a member that is said to be unique, maybe with others: `` `email` (regardless of case) and `code` are unique ``. */
const behindName = (text: string, name: string): readonly string[] =>
  SAYS_UNIQUE.test(text)
    ? [...text.matchAll(/[`"']?(\w+)[`"']? \(([^()]*)\)/g)].flatMap(([, of, said = '']) => (of === name ? [said] : []))
    : [];

/** What a text may name: its words, and so many in a row as one; none where it is about the key of a request. */
function namesIn(text: string): ReadonlySet<string> {
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.includes('key') && words.includes('body')) return new Set();
  return new Set([1, 2, 3].flatMap((count) => words.map((_, at) => words.slice(at, at + count).join(''))));
}

/** The unique identifier of a thing says nothing of who else may have it: it may be sent to name that thing. */
const UNIQUE =
  /\b(?:be|is|are|stays?|kept|globally) unique\b|\bunique (?:across|among|within|in|per|for each|to each|throughout|and)\b|\bunique\.|^unique\b(?! (?:id|identifi))|\bno two\b|\bno other\b|\bmust not be (?:taken|in use)\b|\bused only once\b/i;
/** Whether words beside a member say that no two have the same, be it among all records or some. */
export const saysUnique = ({ description = '' }: Schema): boolean =>
  UNIQUE.test(String(description)) && !NOT_UNIQUE.test(String(description));

/** Of the whole sentence: what is in use already, or by another one, is no name of that. */
const SAYS_UNIQUE =
  /\b(?:(?:must|has to|have to) be|is|are|stays?|kept) unique\b|\b(?:must|may|can)(?: ?not|n['’]t) (?:already )?be (?:in use|used|taken)\b|\b(?:that is |which is )?already (?:in use|used|taken)\b/i;
/** Where it is refused then, whatever the record that it is in or who has it before. */
const HAD_ALREADY =
  /^(?!.*\b(?:not|n['’]t|unless|must be|has to be|have to be|should be|only if)\b[^.;]{0,20}\b(?:already|once)\b).*\b(?<said>(?:can|may) (?:only )?be (?:registered|used|taken|claimed|chosen|added) (?:only |at most |just )?once(?!\W*(?:per|for (?:each|every|an?)|by (?:each|an?)|within|under|on (?:each|an?))\b)(?=\s*(?:$|[,.:;(]|and\b|in\b|across\b))|(?:occurs?|appears?|stands?) (?:only |at most |just )?once (?:in|within) (?:it|the|each|every|an?)|(?:already (?:registered|claimed|exists?)|(?:in use|used|taken|registered|claimed|exists?) already)(?! (?:in|within|for|per|on|under)\b))\b(?=.*(?:\b409\b|\brefused\b|\brejected\b|\bconflict\b))/i;
const ONE_PER = /(?:^\W*|\b(?:only|at most|no more than|exactly|is|be|has|have) )one \w+ (?:per|for each) [`"']?(\w+)/i;
/** `No two members have the same e-mail address`. */
const NO_TWO =
  /\b(?:no two|never two|two) \w+(?: \w+){0,4}? (?<=\b(?:no|never) two\b.*|\b(?:cannot|can ?not|may not|must not|never) )(?:ever )?(?:have|has|share|use|carry|bear|get|with) (?:the |an? |one )?(?:same |equal )?([^.;,(]{1,40})/i;
const NOT_UNIQUE =
  /\b(?:not|n['’]t|never|without)(?: (?:have|need|required|necessarily|guaranteed))?(?: to)?(?: be(?:ing)?)? unique\b/i;
export const OTHER_HAS = /\b(?:another|already|other|exists?|taken|in use|used|duplicate|unique|same)\b/i;
/** One reason of several, or one that holds at times, or in a place alone. */
const HEDGED =
  /\boften\b|\bmay\b|\bmight\b|\bsometimes\b|\beither\b|`[^`]+`\s*:|\bin the (?:parent|same|destination|folder|given)\b/i;
const CASELESS =
  /\bcase[- ]insensitive|\b(?:regardless of|whatever|ignoring|without regard to)(?: its| the| upper and lower)? case\b|\bcase (?:does not|doesn't) (?:matter|count)\b|\bcase is (?:ignored|not looked at)\b|\b(?:differ\w*|apart|other|different) only (?:in|by) case\b|\bupper\b[^.;]{0,12}\band lower\b[^.;]{0,40}\b(?:the same|alike|equal|equivalent|not (?:told apart|distinguished))/i;
const CASEFUL =
  /\bcase[- ]sensitive\b|\bcase (?:matters|counts|is significant|makes a difference)\b|\bupper\b[^.;]{0,12}\b(?:and|from) lower\b[^.;]{0,40}\b(?:different|distinct|not the same|told apart|distinguished)\b/i;
