import { own, propertiesOf, type Resource, surePurposesOf, templateNames } from '../../openapi/contract';
import { isOfOneCaller, isSafe, isSuccess } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { idOf, recordOf } from '../records/records';
import type { Seen } from '../verdict/finding';
import { createSightings, lessonOf, type NewLearner } from './learner';
import { recordsShown } from './records-shown';

/** So many records without any optional member have to be seen, none of them made by a client that was watched. */
const FEWEST = 5;

/** Records that no client made that was watched: those that were there before the first change, and later ones of other ids. */
export const learnOptional: NewLearner<'record.optional'> = (contract) => {
  const purposes = surePurposesOf(contract);
  const made = new Set<string>();
  const without = new Map<Resource, { readonly keys: Set<string>; readonly seen: Seen<'left-out'> }>();
  const sightings = createSightings<'shown'>();
  /** After a create whose record nobody knows, any new one may be that. */
  let isSure = true;
  const before = new Set<string>();
  return {
    observe(exchange) {
      const { request } = exchange;
      const purpose = purposes.get(request.operation);
      if (!isSafe(request)) {
        if (purpose === undefined) isSure = false;
        else if (isSuccess(exchange) || exchange.response === undefined || exchange.response.status >= 500) {
          const { resource, role } = purpose;
          const record = recordOf(exchange, resource);
          const id = (record && idOf(record, resource)) ?? own(request.path, resource.idParameter?.name ?? '');
          if (id === undefined && role === 'create') isSure = false;
          else if (id !== undefined) made.add(nameOf(resource, id));
        }
        return;
      }
      if (purpose === undefined || !isOfOneCaller(request.credential)) return;
      const { resource } = purpose;
      const optional = optionalOf(resource);
      if (optional.length === 0) return;
      for (const record of recordsShown(exchange, purpose)) {
        const name = nameOf(resource, idOf(record, resource));
        if (isSure && !made.has(name) && before.size < 10_000) before.add(name);
        if (made.has(name) || !before.has(name)) continue;
        const shown = optional.find((one) => own(record, one) !== undefined);
        if (shown !== undefined) {
          sightings.see('shown', `a record that was there before has ${shown}`, [exchange]);
          continue;
        }
        const entry = without.get(resource) ?? {
          keys: new Set<string>(),
          seen: {
            option: 'left-out' as const,
            shows: `records that were there before, all without ${optional.join(', ')}`,
            exchanges: [exchange],
          },
        };
        entry.keys.add(name);
        without.set(resource, entry);
      }
    },
    forget() {
      isSure = false;
    },
    conclude() {
      const few = `fewer than ${FEWEST} records were seen that no watched client had made and whose schema has optional members`;
      if (sightings.count('shown') > 0) return lessonOf(sightings.all(), few);
      const [found] = [...without.values()].filter(({ keys }) => keys.size >= FEWEST);
      return found === undefined ? { unknown: few } : lessonOf([found.seen], few);
    },
  };
};

const nameOf = ({ storedIn }: Resource, id: unknown): string => `${storedIn} ${keyOf(id)}`;

/** The members that a record need not have; its id, and what says where it belongs, are none. */
const optionalOf = ({ schema, idProperty, collectionPath, itemPath }: Resource): readonly string[] => {
  const places = new Set([...templateNames(collectionPath), ...templateNames(itemPath ?? '')]);
  return [...propertiesOf(schema).values()]
    .filter(({ name, required, writeOnly }) => !required && !writeOnly && name !== idProperty && !places.has(name))
    .map(({ name }) => name);
};
