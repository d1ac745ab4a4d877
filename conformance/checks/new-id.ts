import type { Check } from '../model/check';
import { clauseOf } from '../model/clause';
import type { Exchange } from '../model/exchange';
import { idOf } from '../model/records';
import { knownBody } from '../model/valid';
import { brief, fail, PASS } from '../model/verdict';
import { createRecord } from '../steps/create-record';
import { requestWholeList } from '../steps/request-whole-list';

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
      run: async (context) => {
        const { part } = context.subject;
        if (part === undefined) return PASS;
        if (context.known.records(part.resource.name).size === 0) await requestWholeList(context, part.resource);
        const taken = new Set(context.known.records(part.resource.name).keys());
        const exchanges: Exchange[] = [];
        // The same body twice: it is a new record all the same.
        const { body } = knownBody(context, context.subject);
        for (let count = 0; count < 2; count += 1) {
          const made = await createRecord(context, body);
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
