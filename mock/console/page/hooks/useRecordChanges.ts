import { useState } from 'preact/hooks';
import type { Api } from '../link/api';
import { isObject, readJson, writeJson } from '../link/exact-json';

/** A change that was made, in words, and how it is taken back, if it can be. */
interface Done {
  readonly words: string;
  readonly undo: (() => Promise<void>) | undefined;
}

interface RecordChanges {
  /** The last change. */
  readonly done: Done | undefined;
  add(collection: string, text: string, idProperty: string | null): Promise<void>;
  /** @param before the record as it was, in JSON */
  replace(collection: string, id: string, text: string, before: string): Promise<void>;
  remove(collection: string, id: string, before: string): Promise<void>;
}

/** Changes records, and remembers how the last change is taken back. */
export function useRecordChanges(api: Api, changed: () => void): RecordChanges {
  const [done, setDone] = useState<Done>();
  const finish = (words: string, undo?: () => Promise<unknown>) => {
    const takeBack = async () => {
      await undo?.();
      finish('Taken back.');
    };
    setDone({ words, undo: undo && takeBack });
    changed();
  };
  return {
    done,
    async add(collection, text, idProperty) {
      const id = idIn(await api.addRecord(collection, text), idProperty);
      if (id === undefined) return finish(`A record of ${collection} is stored.`);
      finish(`Record ${id} of ${collection} is stored.`, () => api.deleteRecord(collection, id));
    },
    async replace(collection, id, text, before) {
      await api.replaceRecord(collection, id, text);
      finish(`Record ${id} of ${collection} is changed.`, () => api.replaceRecord(collection, id, before));
    },
    async remove(collection, id, before) {
      await api.deleteRecord(collection, id);
      finish(`Record ${id} of ${collection} is deleted.`, () => api.addRecord(collection, before));
    },
  };
}

function idIn(record: string, property: string | null): string | undefined {
  const exact = readJson(record);
  const id = isObject(exact) && property !== null ? exact[property] : undefined;
  if (id === undefined) return undefined;
  return typeof id === 'string' ? id : writeJson(id);
}
