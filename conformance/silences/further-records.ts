import { surePurposesOf } from '../../openapi/contract';
import { keyOf } from '../records/known';
import { idOf } from '../records/records';
import { furtherIn } from './further-members';
import { createSightings, lessonOf, type NewLearner } from './learner';
import { recordsShown } from './records-shown';
import { membersSent, UNNAMED } from './sent-body';

/** So many records without further members have to be seen. */
const FEWEST = 3;

/** What a client has sent itself comes back where unknown members are stored: that is another silence. */
export const learnFurtherInRecords: NewLearner<'record.further'> = (contract) => {
  const purposes = surePurposesOf(contract);
  const sent = new Set<string>(
    [UNNAMED, ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
  );
  const sightings = createSightings<'none' | 'some'>();
  const without = new Set<string>();
  return {
    observe(exchange) {
      for (const name of membersSent(exchange.request)) sent.add(name.toLowerCase());
      const purpose = purposes.get(exchange.request.operation);
      if (purpose === undefined) return;
      for (const record of recordsShown(exchange, purpose)) {
        const found = furtherIn(purpose.resource.schema, record);
        if (found === undefined) continue;
        const [further] = found.filter((name) => !sent.has((name.split('.').at(-1) ?? '').toLowerCase()));
        if (further !== undefined) sightings.see('some', `the member ${further} of a record`, [exchange]);
        else if (found.length === 0) {
          if (without.size < FEWEST) without.add(`${purpose.resource.name} ${keyOf(idOf(record, purpose.resource))}`);
          sightings.see('none', 'records without further members', [exchange]);
        }
      }
    },
    conclude() {
      const some = sightings.all().filter(({ option }) => option === 'some');
      const unknown = `fewer than ${FEWEST} records were seen whose schema allows further members`;
      // What some records have is what records have.
      if (some.length > 0) return lessonOf(some, unknown);
      return without.size >= FEWEST ? lessonOf(sightings.all(), unknown) : { unknown };
    },
  };
};
