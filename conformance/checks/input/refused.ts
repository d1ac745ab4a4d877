import {
  documents,
  isObject,
  type Operation,
  own,
  type Parameter,
  parseJson,
  propertiesOf,
  replyFor,
  type Schema,
  stringifyJson,
  typesOf,
  validatorOf,
} from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { type Exchange, isRefusal, outcomeOf } from '../../exchange/exchange';
import { bodyOf, refusalStatuses, type Subject } from '../../exchange/subject';
import { type JsonRecord, maximumOf, recordsOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { knownBody, refusableBodies } from '../../requests/valid';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fetchPath, leadsNowhere, NOWHERE } from '../../steps/paths';
import { markOf, refusedMark } from '../../steps/records';
import { clauseOf, fail, PASS, skip, unjudged, type Verdict, warn } from '../../verdict/verdict';

/** A body that breaks the contract is refused as the contract says. */
export const inputRefused: Check = {
  id: 'input.refused',
  title: 'A body that breaks the contract is refused',
  level: 'MUST',
  applies: ({ operation }) => bodyOf(operation) !== undefined && refusalStatuses(operation).length > 0,
  clause: (subject) =>
    clauseOf(subject, refusalStatuses(subject.operation)[0] ?? 400, 'A body that breaks the contract is refused.'),
  cases: (subject) => [...ofConstraints(subject), ...ofTexts(subject)],
};

/** The constraints come from the schema; the values of the other fields from the server, when the case runs. */
function ofConstraints(subject: Subject): readonly Case[] {
  const media = bodyOf(subject.operation);
  if (media === undefined) return [];
  const { schema } = media;
  return refusableBodies(subject.operation, schema, {}).map(({ what, isTelling, kind }) => ({
    name: what,
    kind,
    tier: isTelling ? 1 : 2,
    run: async (context) => {
      const broken = refusableBodies(subject.operation, schema, marked(context, subject)).find(
        (one) => one.what === what,
      );
      if (broken === undefined) return skip('no valid body is known that could be broken so');
      const path = await fetchPath(context, subject);
      const exchange = await context.send(toRequest(subject.operation, { path, body: broken.value }));
      return judgeBody(context, exchange, what, defectOf(schema, broken.value));
    },
  }));
}

function ofTexts({ operation }: Subject): readonly Case[] {
  const texts: readonly (readonly [string, string | ((valid: string) => string), 1 | 2])[] = [
    ['malformed JSON', '{"broken": ', 1],
    ['an empty body', '', operation.body?.required === true ? 1 : 2],
    ['no JSON at all', 'broken', 2],
    ['a comma after the last member', (valid) => valid.replace(/\}$/, ',}'), 2],
    ['single quotes', (valid) => valid.replaceAll('"', "'"), 2],
    ['names without quotes', (valid) => valid.replaceAll(/"(\w+)":/g, '$1:'), 2],
    ['a bracket too few', (valid) => valid.replace(/\}$/, ''), 2],
    ['something after the end', (valid) => `${valid} x`, 2],
  ];
  return texts
    .filter(([, text]) => text !== '' || operation.body?.required === true)
    .map(([what, text, tier]) => ({
      name: what,
      tier,
      run: async (context) => {
        const path = await fetchPath(context, context.subject);
        const rawBody = typeof text === 'string' ? text : text(stringifyJson(marked(context, context.subject)));
        // An empty object has no name whose quotes could be taken away.
        if (isJsonText(rawBody)) return skip('the body can not be broken in this way');
        return judgeBody(context, await context.send(toRequest(operation, { path, rawBody })), what, 'no JSON');
      },
    }));
}

function isJsonText(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** A valid body with a mark in one of its texts, by which a record that should have been refused is known. */
function marked(context: CaseContext, subject: Subject): JsonRecord {
  const mark = markOf(subject);
  return {
    ...knownBody(context, subject).body,
    ...(mark === undefined ? {} : { [mark]: refusedMark(context, subject) }),
  };
}

/** @param defect what the server does not look at, where it takes the body */
/** A body that breaks the contract may have been refused for something else that is wrong with it. */
const OTHER_REASONS: readonly number[] = [409, 413, 415];

function judgeBody(context: CaseContext, exchange: Exchange, what: string, defect: string): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const { operation } = exchange.request;
  const { status } = exchange.response;
  const wanted = refusalStatuses(operation);
  if (status >= 500) return unjudged(exchange);
  if (wanted.includes(status) || (OTHER_REASONS.includes(status) && documents(operation, status))) return PASS;
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  // The document says how a body is refused, and does not list this; what stands before the operation may refuse it as well.
  const judge = isRefusal(exchange) && replyFor(operation, status) === undefined ? warn : fail;
  return judge({
    expected: `the status ${wanted.join(' or ')}`,
    actual: `${outcomeOf(exchange)} for ${what}`,
    exchanges: [exchange],
    key: what,
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
  if (
    isObject(broken) &&
    !(name in broken) &&
    Object.keys(broken).some((one) => one.toLowerCase() === name.toLowerCase())
  )
    return 'a member named in another case';
  const property = propertiesOf(schema).get(name);
  const value = isObject(broken) ? own(broken, name) : undefined;
  if (property === undefined || value === undefined) return `${pointer} ${keyword}`;
  const types = typesOf(property.schema).map((type) => (type === 'integer' ? 'number' : type));
  return types.length === 0 || types.includes(typeOf(value)) ? `${pointer} ${keyword}` : 'a value of another type';
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** A parameter that breaks its schema is refused, or the reply keeps every other promise. */
export const parametersRefused: Check = {
  id: 'input.parameters-refused',
  title: 'A parameter that breaks the contract does no harm',
  level: 'MUST',
  applies: ({ operation }) => operation.parameters.some(isJudged),
  clause: ({ operation }) => ({
    sentence: 'A parameter outside its schema is refused, or the reply keeps every other promise.',
    pointer: operation.parameters.find(isJudged)?.pointer ?? operation.pointer,
  }),
  cases: ({ operation }) =>
    operation.parameters.filter(isJudged).flatMap((parameter) => ofParameter(operation, parameter)),
};

const isJudged = (parameter: Parameter): boolean =>
  (parameter.in === 'query' || parameter.in === 'path') && brokenTexts(parameter).length > 0;

function ofParameter(operation: Operation, parameter: Parameter): readonly Case[] {
  return brokenTexts(parameter).map((text, index) => ({
    name: `${parameter.name}=${text}`,
    tier: index < 2 ? 1 : 2,
    run: async (context) => {
      const path = await fetchPath(context, context.subject);
      const parts =
        parameter.in === 'path'
          ? { path: { ...path, [parameter.name]: text } }
          : { path, query: { [parameter.name]: text } };
      return judgeParameter(context, await context.send(toRequest(operation, parts)), parameter, text);
    },
  }));
}

function judgeParameter({ subject }: CaseContext, exchange: Exchange, parameter: Parameter, text: string): Verdict {
  const { response } = exchange;
  if (response === undefined) return unjudged(exchange);
  if (response.status >= 500) return unjudged(exchange);
  if (isRefusal(exchange)) return PASS;
  const actual = `${outcomeOf(exchange)} for ${parameter.name}=${text}`;
  if (parameter.in === 'path') return fail({ expected: 'a status of 4xx', actual, exchanges: [exchange], key: text });
  const most = subject.purpose === undefined ? undefined : maximumOf(subject.purpose.resource);
  const records = subject.purpose === undefined ? undefined : recordsOf(exchange, subject.purpose.resource);
  if (most !== undefined && records !== undefined && records.length > most) {
    const expected = `a status of 4xx, or at most ${most} records`;
    return fail({
      expected,
      actual: `${records.length} records for ${parameter.name}=${text}`,
      exchanges: [exchange],
      key: 'too many',
    });
  }
  return PASS;
}
