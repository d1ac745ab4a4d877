import { own } from '../../openapi/contract';
import type { CaseContext, Check } from '../model/check';
import { clauseOf } from '../model/clause';
import type { Exchange } from '../model/exchange';
import { isSuccess } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { recordOf } from '../model/records';
import { toRequest } from '../model/request';
import { sameJson } from '../model/same-json';
import { see } from '../model/see';
import { echoedProperties } from '../model/subject';
import { knownBody } from '../model/valid';
import type { Verdict } from '../model/verdict';
import { about, brief, fail, PASS, skip, unjudged } from '../model/verdict';

/** What was created comes back as it was sent, under an id that is new. */
export const createdEchoed: Check = {
  id: 'created.echoed',
  title: 'What was created comes back unchanged',
  level: 'MUST',
  applies: ({ part }) => part?.role === 'create',
  clause: (subject) => clauseOf(subject, 201, 'The created record carries every field of the request.'),
  cases: () => [
    {
      name: 'a record of known values',
      tier: 1,
      cost: 1,
      run: async (context) => {
        const { body } = knownBody(context, context.subject);
        const exchange = await context.send(toRequest(context.subject.operation, { body }));
        if (!isSuccess(exchange))
          return exchange.response === undefined ? unjudged(exchange) : skip('nothing was created');
        return judgeEcho(context, exchange, body);
      },
    },
  ],
};

/** Holds the record of a successful create against what was sent: to the byte and to the digit. */
export function judgeEcho(context: CaseContext, exchange: Exchange, body: JsonRecord): Verdict {
  const { subject } = context;
  const { part } = subject;
  const record = recordOf(exchange);
  if (part === undefined || record === undefined) return PASS;
  see(context, part.resource, record, exchange, part.role === 'create');
  for (const name of echoedProperties(subject)) {
    const sent = own(body, name);
    const came = own(record, name);
    if (sent === undefined || sameJson(sent, came)) continue;
    const observation = {
      expected: `${name}: ${brief(sent)}`,
      actual: `${name}: ${brief(came)}`,
      exchanges: [exchange],
      key: `echo of ${name}`,
    };
    return about(createdEchoed.id, fail(observation));
  }
  return PASS;
}
