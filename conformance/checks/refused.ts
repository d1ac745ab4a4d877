import { type Operation, type Parameter, typesOf } from '../../openapi/contract';
import { brokenBodies, brokenValues } from '../arbitraries/broken';
import type { Case, Check, Exchange, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { bodyOf, clauseOf, maximumOf, recordsOf, refusalStatus } from '../subject';
import { knownBody, knownPath } from '../valid';
import { fail, isRefusal, outcomeOf, PASS, unjudged } from '../verdict';

/** A body that breaks the contract is refused as the contract says. */
export const inputRefused: Check = {
  id: 'input.refused',
  title: 'A body that breaks the contract is refused',
  level: 'MUST',
  applies: ({ operation }) => bodyOf(operation) !== undefined && refusalStatus(operation) !== undefined,
  clause: (subject) =>
    clauseOf(subject, refusalStatus(subject.operation) ?? 400, 'A body that breaks the contract is refused.'),
  cases: (subject) => [...ofConstraints(subject), ...ofTexts(subject)],
};

/** What is broken is known from the schema; the values around it from the server, when the case runs. */
function ofConstraints(subject: Subject): readonly Case[] {
  const media = bodyOf(subject.operation);
  if (media === undefined) return [];
  const { schema } = media;
  return brokenBodies(schema, {}).map(({ what, isTelling }) => ({
    name: what,
    tier: isTelling ? 1 : 2,
    cost: 2,
    run: async (session) => {
      const broken = brokenBodies(schema, knownBody(session, subject).body).find((one) => one.what === what);
      if (broken === undefined) return PASS;
      const path = await knownPath(session, subject);
      return judgeBody(
        await session.send(toRequest(subject.operation, { path, body: broken.value, valid: false })),
        what,
      );
    },
  }));
}

function ofTexts({ operation }: Subject): readonly Case[] {
  const texts: readonly (readonly [string, string, 1 | 2])[] = [
    ['malformed JSON', '{"broken": ', 1],
    ['an empty body', '', operation.body?.required === true ? 1 : 2],
    ['no JSON at all', 'broken', 2],
  ];
  return texts
    .filter(([, text]) => text !== '' || operation.body?.required === true)
    .map(([what, rawBody, tier]) => ({
      name: what,
      tier,
      cost: 2,
      run: async (session) => {
        const path = await knownPath(session, session.subject);
        return judgeBody(await session.send(toRequest(operation, { path, rawBody, valid: false })), what);
      },
    }));
}

function judgeBody(exchange: Exchange, what: string): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const wanted = refusalStatus(exchange.request.operation);
  if (exchange.response.status === wanted || exchange.response.status >= 500) return PASS;
  return fail({
    expected: `the status ${wanted}`,
    actual: `${outcomeOf(exchange)} for ${what}`,
    exchanges: [exchange],
    key: what,
  });
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

/** In a URL everything is text: what a value breaks, its text has to break too. */
function brokenTexts(parameter: Parameter): readonly string[] {
  const isNumeric = typesOf(parameter.schema).includes('integer');
  const values = brokenValues(parameter).map(({ value }) => value);
  const texts = values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [String(value)] : [],
  );
  const lawful = (text: string) =>
    isNumeric &&
    /^-?\d+$/.test(text) &&
    brokenValues(parameter).every(({ value }) => String(value) !== text || typeof value === 'string');
  const more = isNumeric ? ['abc'] : [];
  return [...new Set([...more, ...texts])].filter((text) => text !== '' && !lawful(text));
}

function ofParameter(operation: Operation, parameter: Parameter): readonly Case[] {
  return brokenTexts(parameter).map((text, index) => ({
    name: `${parameter.name}=${text}`,
    tier: index < 2 ? 1 : 2,
    cost: 2,
    run: async (session) => {
      const path = await knownPath(session, session.subject);
      const parts =
        parameter.in === 'path'
          ? { path: { ...path, [parameter.name]: text } }
          : { path, query: { [parameter.name]: text } };
      return judgeParameter(
        session,
        await session.send(toRequest(operation, { ...parts, valid: false })),
        parameter,
        text,
      );
    },
  }));
}

function judgeParameter({ subject }: Session, exchange: Exchange, parameter: Parameter, text: string): Verdict {
  const { response } = exchange;
  if (response === undefined) return unjudged(exchange);
  if (isRefusal(exchange) || response.status >= 500) return PASS;
  const actual = `${outcomeOf(exchange)} for ${parameter.name}=${text}`;
  if (parameter.in === 'path') return fail({ expected: 'a status of 4xx', actual, exchanges: [exchange], key: text });
  const most = subject.part === undefined ? undefined : maximumOf(subject.part.resource);
  const records = subject.part === undefined ? undefined : recordsOf(exchange, subject.part.resource);
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
