import {
  documents,
  fits as fitsSchema,
  isObject,
  itemsOf,
  own,
  parseJson,
  propertiesOf,
  replyFor,
  type Schema,
  sentencesAbout,
  sentencesAround,
  stringifyJson,
  typesOf,
  validatorOf,
} from '../../../openapi/contract';
import { isClosed, UNNAMED } from '../../arbitraries/nested';
import { fullValue } from '../../arbitraries/plain';
import { type Broken, isOfType } from '../../arbitraries/wrong-values';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { precedes } from '../../exchange/said-of-all';
import { bodyOf, hasMany, refusalStatuses, type Subject, strictBodyOf } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import type { ValueNotes } from '../../requests/bodies/fresh';
import { isUnknownRefused, listsOfOnce, refusableBodies } from '../../requests/bodies/refusable';
import { fits, knownBody } from '../../requests/bodies/valid';
import type { RequestParts } from '../../requests/request';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fetchPath, reached, sendParts, sendWhereReady } from '../../steps/paths/paths';
import { markOf, pathTo, refusedMark, unknownId } from '../../steps/records';
import { answered, clauseOf, fail, PASS, replied, skip, type Verdict, verdictsOf, warn } from '../../verdict/verdict';
import { ofCompanions, ofMemberOrders } from './among-members';
import { ofForms } from './forms';
import { withParts } from './inner';
import { ofLarge } from './large';
import { findOverlooked } from './together';

/** A body that breaks the contract is refused as the contract says. */
export const inputRefused: Check = {
  id: 'input.refused',
  title: 'A body that breaks the contract is refused',
  level: 'MUST',
  applies: ({ operation }) => strictBodyOf(operation) !== undefined && refusalStatuses(operation).length > 0,
  clause: (subject) =>
    clauseOf(subject, refusalStatuses(subject.operation)[0] ?? 400, 'A body that breaks the contract is refused.'),
  cases: (subject) => [
    ...ofLarge(subject),
    ...ofMemberOrders(subject),
    ...ofCompanions(subject),
    ...ofForms(subject, (context, parts, what) => judge(context, parts, what, what)),
    ...ofSeveral(subject),
    ...ofRepeated(subject),
    ...ofUnknown(subject),
    ...ofConstraints(subject),
    ...ofAnotherType(subject),
    ...ofTexts(subject),
  ],
};

/** Where there is much to try, several constraints at once; what no refusal names is then tried by itself. */
function ofSeveral({ contract, operation }: Subject): readonly Case[] {
  const { schema } = bodyOf(operation) ?? {};
  if (schema === undefined || !hasMany(contract)) return [];
  const run = async function* (context: CaseContext): AsyncGenerator<Verdict> {
    for (const { value, what } of await findOverlooked(context, schema, marked(context))) {
      yield* await verdictsOf(() => judge(context, { body: value }, what, defectOf(schema, value)));
      context.notes.values.told.get(operation.id)?.add(what);
    }
  };
  // Each operation has one soon: what it tells is not to be asked for one by one.
  return [{ name: 'several members at once', kind: `several members of ${operation.id}`, isStory: true, tier: 1, run }];
}

/** The constraints come from the schema; the values of the other fields from the server, when the case runs. */
function ofConstraints({ contract, operation }: Subject): readonly Case[] {
  const { schema } = bodyOf(operation) ?? {};
  if (schema === undefined) return [];
  const times = new Map<string, number>();
  const turnOf = ({ kind }: { readonly kind: string }): number => {
    const turn = times.get(kind) ?? 0;
    times.set(kind, turn + 1);
    return turn;
  };
  // Where there is much to try, that goes once for types, and for what lies within a member: it is mostly looked at everywhere, or nowhere.
  const isAgain = (one: Broken & { readonly turn: number }): boolean =>
    hasMany(contract) && one.turn > 0 && (isOfType(one) || one.kind.startsWith('inner '));
  // One of each kind goes before a second one of any.
  const inTurns = refusableBodies(contract, operation, schema, {})
    .map((one) => ({ ...one, turn: turnOf(one) }))
    .toSorted((one, other) => one.turn - other.turn);
  const isTold = ({ told }: ValueNotes, what: string): boolean => told.get(operation.id)?.has(what) === true;
  return inTurns.map((one) => ({
    name: one.what,
    kind: one.kind,
    tier: one.isTelling && !isAgain(one) ? 1 : 2,
    isSettled: (values) => isTold(values, one.what),
    run: async (context) => {
      const { what } = one;
      if (isTold(context.notes.values, what)) return PASS;
      const broken = refusableBodies(contract, operation, schema, marked(context)).find((other) => other.what === what);
      if (broken === undefined) return skip('no valid body is known that could be broken so');
      return judge(context, { body: broken.value }, what, defectOf(schema, broken.value));
    },
  }));
}

/** A member that an open schema does not name, where words say that such are refused. */
function ofUnknown({ operation }: Subject): readonly Case[] {
  const { schema } = bodyOf(operation) ?? {};
  if (schema === undefined || propertiesOf(schema).size === 0 || isClosed(schema)) return [];
  if (!isUnknownRefused(operation)) return [];
  const what = 'a member that it does not name';
  const run: Case['run'] = async (context) => {
    const body = { ...Object(marked(context)), [UNNAMED]: 'x' };
    return judge(context, { body }, what, 'unknown member');
  };
  return [{ name: what, kind: 'unknown member', tier: 1, run }];
}

/** A list with the same item twice, where words say that what it names comes once. */
function ofRepeated({ contract, operation }: Subject): readonly Case[] {
  return listsOfOnce(operation).map(({ name, schema }) => {
    const what = `${name} with an item twice`;
    return {
      name: what,
      tier: hasMany(contract) ? 1 : 2,
      run: async (context) => {
        const valid = withParts(bodyOf(operation)?.schema ?? {}, marked(context));
        const [item = fullValue(itemsOf(schema) ?? {})] = [own(valid, name)].flat();
        const body = { ...valid, [name]: [item, item] };
        if (item === undefined || !fitsSchema(schema, 'request', [item, item])) return skip('no item is known');
        return judge(context, { body }, what, what);
      },
    };
  });
}

function ofTexts({ operation }: Subject): readonly Case[] {
  const isSent = (text: string): boolean => text !== '' || operation.body?.required === true;
  return BROKEN_TEXTS.filter(([, breakText]) => isSent(breakText('{}'))).map(([what, breakText, tier]) => ({
    name: what,
    kind: what,
    tier,
    run: async (context) => {
      const rawBody = breakText(stringifyJson(marked(context)));
      // An empty object has no name whose quotes could be taken away.
      if (isJsonText(rawBody)) return skip('the body can not be broken in this way');
      return judge(context, { rawBody }, what, 'no JSON');
    },
  }));
}

/** A good body under a media type that is not taken. `refusal.reason` judges how it is refused; what takes it is lenient, unless words forbid that. */
function ofAnotherType(subject: Subject): readonly Case[] {
  const { operation } = subject;
  const taken = operation.body?.content.map(({ type }) => type) ?? [];
  if (!documents(operation, 415) || taken.some((type) => /\*|text\/plain/.test(type))) return [];
  // What takes a patch takes it as plain JSON as well, mostly: only words forbid that.
  const isEither = sentencesAround(operation).some((text) => EITHER_TYPE.test(text));
  const isPlainOther =
    !isEither && !taken.some((type) => type.startsWith('application/json')) && saysOthersRefused(subject);
  return ['text/plain', ...(isPlainOther ? ['application/json'] : [])].map((type) => ({
    name: `a body as ${type}`,
    kind: `a body as ${type}`,
    tier: 1,
    run: async (context) => {
      const rawBody = stringifyJson(marked(context));
      const path = await fetchPath(context);
      const headers = { 'content-type': type };
      const exchange = replied(await sendParts(context, { path, rawBody, headers }));
      if (type === 'text/plain' && precedes(context.contract, 404, 415)) {
        const unknown = pathOfNothing(context);
        const missing =
          unknown && replied(await sendParts(context, { path: { ...path, ...unknown }, rawBody, headers }));
        if (missing?.response.status === 415)
          return fail({
            expected: 'the status 404, which words say comes before 415',
            actual: `${outcomeOf(missing)} for an id that no record has`,
            exchanges: [missing],
            key: 'before 404',
            topic: { wanted: 404 },
          });
      }
      if (!isSuccess(exchange) || !saysOthersRefused(context.subject)) return PASS;
      return fail({
        expected: `the status 415 for a body of ${type}`,
        actual: outcomeOf(exchange),
        exchanges: [exchange],
        key: type,
        topic: { wanted: 415, defect: 'another media type is taken' },
      });
    },
  }));
}

/** An id that no record has, where the path of an operation ends in one. */
function pathOfNothing(context: CaseContext): RequestParts['path'] {
  const { operation, purpose } = context.subject;
  if (purpose === undefined || purpose.resource.itemPath !== operation.path) return undefined;
  return pathTo(purpose.resource, unknownId(context, purpose.resource, 7));
}

/** Whether words say that no other media type is taken than those that are documented. */
const saysOthersRefused = ({ operation }: Pick<Subject, 'operation'>): boolean =>
  [
    replyFor(operation, 415)?.description ?? '',
    // `Any other type, or none, is answered 415`: of what kind of type, the status says.
    ...sentencesAround(operation).flatMap((text) =>
      !/\b415\b/.test(text) ? [] : ANY_OTHER_TYPE.test(text) ? [`media type: ${text}`] : [text],
    ),
    // "Requests with a body say `Content-Type: …`; otherwise the answer is 415."
    ...sentencesAbout(operation, TYPE_OF_BODY)
      .filter((text) => OTHERWISE_415.test(text))
      .map((text) => `media type: ${text}`),
  ]
    .map((text) => text.replaceAll(/n['’]t\b/g, ' not'))
    .some((text) => TYPE_OF_BODY.test(text) && NO_OTHER.test(text));

/** `Bodies are application/json or application/merge-patch+json`: of one method or another is something else. */
const EITHER_TYPE =
  /\bapplication\/json\W{1,3}(?:or|and|as well as)\b\W{1,3}application\/merge-patch|\+json\W{1,3}(?:or|and|as well as)\b\W{1,3}application\/json\b/i;

const TYPE_OF_BODY = /\b(?:content-?type|media type|format)\b|\bapplication\/\w/i;
const NO_OTHER =
  /\b(?:other|another|only|nothing else|is not|neither|otherwise|else)\b|\b(?:must|has to|have to|needs? to) be (?:sent (?:as|in) )?\W{0,2}application\//i;
const ANY_OTHER_TYPE =
  /\b(?:(?:another|(?:any|every|all) other) (?:content[- ]?|media )?types?(?:,? or none,?)?|(?:any|every)thing else|all else|(?:any|all) others?) (?:is|are|gets?|gives?|earns?|yields?|means?|results? in|leads? to|will be|meets?)\b(?! not\b)[^.;,]{0,25}\b415\b/i;
const OTHERWISE_415 =
  /\b(?:otherwise|else|any other|anything else)\b[^.;]{0,40}\b415\b|\b415\b[^.;]{0,20}\b(?:otherwise|for (?:any(?:thing)?|all|every(?:thing)?) (?:others?|else))\b/i;

/** How a valid text is broken. */
const BROKEN_TEXTS: readonly (readonly [string, (valid: string) => string, 1 | 2])[] = [
  ['malformed JSON', () => '{"broken": ', 1],
  ['an empty body', () => '', 1],
  ['no JSON at all', () => 'broken', 2],
  ['a comma after the last member', (valid) => valid.replace(/\}$/, ',}'), 2],
  ['single quotes', (valid) => valid.replaceAll('"', "'"), 2],
  ['names without quotes', (valid) => valid.replaceAll(/"(\w+)":/g, '$1:'), 2],
  ['a bracket too few', (valid) => valid.replace(/\}$/, ''), 2],
  ['something after the end', (valid) => `${valid} x`, 2],
];

function isJsonText(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** A valid body with a mark in one of its texts, by which a record that should have been refused is known: as far as it stays valid. */
function marked(context: CaseContext): JsonRecord {
  const { subject } = context;
  const [mark, media] = [markOf(subject), bodyOf(subject.operation)];
  const { body } = knownBody(context, subject);
  const whole = mark === undefined ? body : { ...body, [mark]: refusedMark(context, subject) };
  return media !== undefined && fits(media, whole) ? whole : body;
}

/** @param defect what the server does not look at, where it takes the body */
async function judge(context: CaseContext, parts: RequestParts, what: string, defect: string): Promise<Verdict> {
  const { operation } = context.subject;
  const exchange = answered(await sendWhereReady(context, parts));
  const { status } = exchange.response;
  const wanted = refusalStatuses(operation);
  const own = wanted.includes(422) ? 422 : 400;
  if (status === 409 && precedes(context.contract, own, status))
    return fail({
      expected: `the status ${own}, which words say comes before ${status}`,
      actual: `${outcomeOf(exchange)} for ${what}`,
      exchanges: [exchange],
      key: what,
      topic: { wanted: own, defect: `${defect} is taken` },
    });
  // It may have been refused for something that the server looks at first: the caller, what the path or the body names, a media type.
  if (isRefusal(exchange) && documents(operation, status)) return PASS;
  reached(context, exchange);
  // The document says how a body is refused, and does not list this; what stands before the operation may refuse it as well.
  const verdictOf = isRefusal(exchange) ? warn : fail;
  return verdictOf({
    expected: `the status ${wanted.join(' or ')}`,
    actual: `${outcomeOf(exchange)} for ${what}`,
    exchanges: [exchange],
    // However a body is broken, what refuses all of them in the same other way is one finding.
    key: isRefusal(exchange) ? outcomeOf(exchange) : what,
    topic: {
      wanted: wanted[0] ?? 400,
      defect: isRefusal(exchange) ? outcomeOf(exchange) : `${defect} is taken`,
    },
  });
}

/** What a server does not look at that takes a body: what type a value has, or one constraint of one property. */
function defectOf(schema: Schema, broken: unknown): string {
  const { pointer = '', keyword = '' } = validatorOf(schema, 'request')(broken) ?? {};
  const [, name = ''] = pointer.split('/');
  const names = isObject(broken) ? Object.keys(broken) : [];
  if (!names.includes(name) && names.some((one) => one.toLowerCase() === name.toLowerCase()))
    return 'a member named in another case';
  const types = typesOf(propertiesOf(schema).get(name)?.schema ?? {}).map((type) =>
    type === 'integer' ? 'number' : type,
  );
  const value = isObject(broken) ? own(broken, name) : undefined;
  const isTyped = types.length === 0 || types.includes(typeOf(value)) || value === undefined;
  if (!isTyped) return 'a value of another type';
  return keyword === 'type' && /\/\d+$/.test(pointer) ? 'an item of another type' : `${pointer} ${keyword}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
