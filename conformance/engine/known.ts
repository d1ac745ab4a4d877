import { own, stringifyJson } from '../../openapi/contract';
import type { Known, Sighting } from '../model/known';
import type { JsonRecord } from '../model/records';

/** @param given values known to be good, by property, as the user named them */
export function createKnown(given: ReadonlyMap<string, readonly unknown[]>): Known {
  const records = new Map<string, Map<unknown, JsonRecord>>();
  const firsts = new Map<string, Map<unknown, Sighting>>();
  const created = new Map<string, Set<unknown>>();
  const lengths = new Map<string, number>();
  const hosts = new Map<string, unknown>();
  const recordsOf = (resource: string) => entry(records, resource, () => new Map<unknown, JsonRecord>());
  const createdOf = (resource: string) => entry(created, resource, () => new Set<unknown>());
  const firstsOf = (resource: string) => entry(firsts, resource, () => new Map<unknown, Sighting>());
  return {
    records: recordsOf,
    created: createdOf,
    first: (resource, id) => firstsOf(resource).get(id),
    longest: (resource) => lengths.get(resource) ?? 0,
    sawList: (resource, length) => lengths.set(resource, Math.max(length, lengths.get(resource) ?? 0)),
    host: (resource) => hosts.get(resource),
    isNamed: (property) => given.has(property),
    setHost: (resource, id) => hosts.set(resource, id),
    see(resource, id, record, shownBy, isNew) {
      recordsOf(resource).set(id, record);
      if (!firstsOf(resource).has(id)) firstsOf(resource).set(id, { record, shownBy });
      if (isNew) createdOf(resource).add(id);
    },
    forget(resource, id) {
      for (const map of [recordsOf(resource), firstsOf(resource), createdOf(resource)]) map.delete(id);
    },
    values(resource, property) {
      const seen = [...recordsOf(resource).values()].map((record) => own(record, property));
      const all = [...(given.get(property) ?? []), ...seen].filter((value) => value !== undefined);
      return [...new Map(all.map((value) => [stringifyJson(value), value])).values()];
    },
  };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}
