import async_hooks from 'node:async_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use from which on what earlier test files have left is collected. */
const PLENTY = 400e6;

/**
 * Jest's environment of Node, less what Jest's runner leaves behind.
 *
 * V8 keeps the modules of a test file for several collections, and makes fewer of them the more it keeps: after 180 files
 * a process had two gigabytes, and each collection, also those that a test asks for, had all of it to go through.
 *
 * The runner enables an `AsyncLocalStorage` for each test file and never disables it, and Node goes through all of those
 * for each promise. In a process that has run 160 files, a promise took fifty times as long as in a new one, and kept a
 * place for each.
 */
export default class FreshEnvironment extends TestEnvironment {
  readonly #Original = async_hooks.AsyncLocalStorage;
  readonly #storages: async_hooks.AsyncLocalStorage<unknown>[] = [];

  override async setup(): Promise<void> {
    await super.setup();
    const storages = this.#storages;
    async_hooks.AsyncLocalStorage = class<T> extends this.#Original<T> {
      constructor() {
        super();
        storages.push(this);
      }
    };
  }

  override async teardown(): Promise<void> {
    async_hooks.AsyncLocalStorage = this.#Original;
    for (const storage of this.#storages) storage.disable();
    await super.teardown();
    if (getHeapStatistics().used_heap_size > PLENTY) collect();
  }
}
