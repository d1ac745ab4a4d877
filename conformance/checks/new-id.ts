import type { Check, Exchange } from '../model';
import { createRecord } from '../steps/create-record';
import { clauseOf, idOf, listAll } from '../subject';
import { knownBody } from '../valid';
import { brief, fail, PASS } from '../verdict';

/** Each created record has an id that no other record has. */
export const createdNewId: Check = {
  id: 'created.new-id',
  title: 'Each created record has an id of its own',
  level: 'MUST',
  applies: (subject) => subject.part?.role === 'create' && subject.part.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'The service assigns a unique identifier on creation.'),
  cases: () => [
    {
      name: 'two records',
      tier: 1,
      cost: 3,
      run: async (session) => {
        const { part } = session.subject;
        if (part === undefined) return PASS;
        if (session.known.records(part.resource.name).size === 0) await listAll(session, part.resource);
        const taken = new Set(session.known.records(part.resource.name).keys());
        const exchanges: Exchange[] = [];
        // The same body twice: it is a new record all the same.
        const { body } = knownBody(session, session.subject);
        for (let count = 0; count < 2; count += 1) {
          const made = await createRecord(session, body);
          if (!('record' in made)) return made;
          exchanges.push(made.exchange);
          const id = idOf(made.record, part.resource);
          if (id !== undefined && taken.has(id)) {
            const actual = `the id ${brief(id)}, which another record has`;
            return fail({ expected: 'an id that no other record has', actual, exchanges, key: 'id taken' });
          }
          taken.add(id);
        }
        return PASS;
      },
    },
  ],
};
