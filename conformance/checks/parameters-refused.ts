import type { Operation, Parameter } from '../../openapi/contract';
import { brokenTexts } from '../arbitraries/broken';
import { type Exchange, isRefusal, outcomeOf } from '../exchange/exchange';
import { maximumOf, recordsOf } from '../records/records';
import { toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchPath } from '../steps/paths';
import { fail, PASS, unjudged, type Verdict } from '../verdict/verdict';

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
