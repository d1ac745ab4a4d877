import { own } from '../../openapi/contract';
import { sameJson } from '../known';
import type { Check, Exchange, JsonRecord, Session, Verdict } from '../model';
import { toRequest } from '../request';
import { clauseOf, echoedProperties, recordOf, see } from '../subject';
import { knownBody } from '../valid';
import { about, brief, fail, isSuccess, PASS, skip, unjudged } from '../verdict';

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
      run: async (session) => {
        const { body } = knownBody(session, session.subject);
        const exchange = await session.send(toRequest(session.subject.operation, { body }));
        if (!isSuccess(exchange))
          return exchange.response === undefined ? unjudged(exchange) : skip('nothing was created');
        return judgeEcho(session, exchange, body);
      },
    },
  ],
};

/** Holds the record of a successful create against what was sent: to the byte and to the digit. */
export function judgeEcho(session: Session, exchange: Exchange, body: JsonRecord): Verdict {
  const { subject } = session;
  const { part } = subject;
  const record = recordOf(exchange);
  if (part === undefined || record === undefined) return PASS;
  see(session, part.resource, record, exchange, part.role === 'create');
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
